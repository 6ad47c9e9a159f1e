import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { clientAddress } from './clientAddress.ts'
import { widerNetwork, widerTimes } from './widerNetwork.ts'

/** Limits the connections of a server. Behind a trusted proxy all connections are the proxy's, which then has to limit its visitors. */
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
  const add = (network: string, more: 1 | -1) => {
    const count = (open.get(network) ?? 0) + more
    if (count === 0) open.delete(network)
    else open.set(network, count)
  }
  server.on('connection', (socket: Socket) => {
    const ip = clientAddress({ trustProxy: false, forwarded: undefined, remote: socket.remoteAddress })
    const wider = widerNetwork(ip)
    const isFull = (network: string | undefined, most: number) =>
      network !== undefined && (open.get(network) ?? 0) >= most
    if (isFull(ip, connectionsPerAddress) || isFull(wider, connectionsPerAddress * widerTimes)) {
      // Close without a reply, which would cost more than the connection.
      socket.destroy()
      return
    }
    const networks = wider ? [ip, wider] : [ip]
    for (const network of networks) add(network, 1)
    socket.once('close', () => {
      for (const network of networks) add(network, -1)
    })
  })
}
