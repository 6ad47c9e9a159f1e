import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'

/**
 * Opens a server's port.
 *
 * @param options.setting names the environment variable and the key of the port, for the error
 * @returns its URL without a slash at the end; a server on all addresses returns the local one
 * @throws Error with a sentence if the port is taken
 */
export async function openPort({
  server,
  host,
  port,
  setting,
  log,
}: {
  server: Server
  host: string
  port: number
  setting: string
  log: Logger
}): Promise<string> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const message = `The port ${port} on ${host} is taken by another program: set ${setting} to a free one.`
      reject(error.code === 'EADDRINUSE' ? new Error(message, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })
  // A failed connection (for example, without a free file descriptor) must not end the process.
  server.on('error', (error) => log.error({ err: error }, 'A connection failed'))
  const { address, port: actual, family } = server.address() as AddressInfo
  const everywhere = address === '0.0.0.0' || address === '::'
  const reachable = family === 'IPv6' ? `[${address}]` : address
  return `http://${everywhere ? '127.0.0.1' : reachable}:${actual}`
}
