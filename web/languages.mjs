/* The texts of a language as one module: those in src/words, and in the words/ folder of each game and part of the page. */
import { existsSync, readdirSync } from 'node:fs';

export const LANGUAGES = ['uk', 'ru', 'nl', 'en'];

const SRC = new URL('src/', import.meta.url).pathname;

/* What esbuild makes a file of. */
export function languageModule(language) {
  const folders = readdirSync(SRC).map((name) => (name === 'words' ? name : `${name}/words`));
  const files = folders.map((folder) => `./${folder}/${language}`).filter((file) => existsSync(`${SRC}${file}.ts`));
  const imports = files.map((file, i) => `import { ${language} as part${i} } from '${file}';`);
  return {
    contents: `${imports.join('\n')}\nexport const words = Object.assign({}, ${files.map((_, i) => `part${i}`).join(', ')});`,
    resolveDir: SRC,
  };
}
