export { en } from './en';
export { nl } from './nl';
export { ru } from './ru';
export { uk } from './uk';
