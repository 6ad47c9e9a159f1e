import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Logger } from 'pino'

/**
 * Opens a server's port.
 *
 * @param options.setting what sets the port, for the sentence: an environment variable and a key
 * @returns where it answers, without a slash at the end; on every address means on the local one too
 * @throws Error with a sentence when the port is taken
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
  // A connection that cannot be taken (no file descriptor is left, say) must not end the process.
  server.on('error', (error) => log.error({ err: error }, 'A connection was not taken'))
  const { address, port: actual, family } = server.address() as AddressInfo
  const everywhere = address === '0.0.0.0' || address === '::'
  const reachable = family === 'IPv6' ? `[${address}]` : address
  return `http://${everywhere ? '127.0.0.1' : reachable}:${actual}`
}
