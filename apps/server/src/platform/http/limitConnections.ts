import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress } from './clientAddress.ts'

/**
 * Bounds the connections of a server. Behind a trusted proxy all of them are the proxy's, which then has to count its visitors' own.
 */
export function limitConnections({
  server,
  limits: { connectionsPerAddress, connections },
  trustProxy,
}: {
  server: Server
  limits: { connectionsPerAddress: number; connections: number }
  trustProxy: boolean
}): void {
  server.maxConnections = connections
  if (trustProxy) return
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const ip = clientAddress({ trustProxy: false, forwarded: undefined, remote: socket.remoteAddress })
    const count = (open.get(ip) ?? 0) + 1
    if (count > connectionsPerAddress) {
      // Without a word: an answer would cost more than the connection.
      socket.destroy()
      return
    }
    open.set(ip, count)
    socket.once('close', () => {
      const left = (open.get(ip) ?? 1) - 1
      if (left === 0) open.delete(ip)
      else open.set(ip, left)
    })
  })
}
