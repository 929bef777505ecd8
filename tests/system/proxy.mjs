/* A TCP proxy to HOST PORT; prints the port that it listens on. Stopped by SIGSTOP, it is a dead connection that nobody is
 * notified of. */
import net from 'node:net';

const [host, port] = process.argv.slice(2);
const server = net.createServer((from) => {
  const to = net.connect(Number(port), host);
  from.on('error', () => to.destroy());
  to.on('error', () => from.destroy());
  from.pipe(to);
  to.pipe(from);
});
server.listen(0, '127.0.0.1', () => console.log(server.address().port));
