import { createServer } from 'node:net'
import { ServiceError } from '@latchkey/protocol/errors'

/** Ports that are looked at before giving up. */
const attempts = 200

/**
 * The wanted port of 127.0.0.1 if nobody has it, else the next one that is free.
 *
 * @param reserved Ports that are free but already promised.
 * @throws LatchkeyError `devnet_failed` when none is free in a wide range.
 */
export async function freePort({
  wanted,
  reserved = new Set(),
}: {
  wanted: number
  reserved?: ReadonlySet<number>
}): Promise<number> {
  for (let port = wanted; port < wanted + attempts && port <= 65_535; port += 1) {
    if (!reserved.has(port) && (await isFree(port))) return port
  }
  throw new ServiceError('devnet_failed', { message: `No port is free from ${wanted} on` })
}

/** Tells whether nobody listens at a port of 127.0.0.1. */
async function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)))
  })
}
