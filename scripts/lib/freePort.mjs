import { createServer } from 'node:net'

/** Returns the wanted port if it is free, else the next free one. 0 asks for any. */
export async function freePort(wanted, taken = new Set()) {
  for (let port = wanted; port < 65536; port++) {
    if (taken.has(port)) continue
    const free = await new Promise((resolve) => {
      const server = createServer()
      server.once('error', () => resolve(undefined))
      server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
        const { port: bound } = server.address()
        server.close(() => resolve(bound))
      })
    })
    if (free !== undefined) {
      taken.add(free)
      return free
    }
  }
  throw new Error(`No port is free from ${wanted} on`)
}
