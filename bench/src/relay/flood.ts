/** One client that publishes as fast as its socket takes it, and comes back when it is put out. Ends with its standard input. */
import { randomBytes } from 'node:crypto'
import WebSocket from 'ws'
import { createRelayToken } from './createRelayToken.ts'
import { projectId } from './startRelayProcess.ts'

const [url = ''] = process.argv.slice(2)
const token = createRelayToken({ audience: url })
const filling = randomBytes(724).toString('base64')
let count = 0

function connect(): void {
  const socket = new WebSocket(`${url}?auth=${token}&projectId=${projectId}`, { perMessageDeflate: false })
  socket.on('open', () => {
    process.stdout.write('{"ready":{}}\n')
    push(socket)
  })
  socket.on('error', () => {})
  socket.on('close', () => setTimeout(connect, 50))
}

function push(socket: WebSocket): void {
  if (socket.readyState !== WebSocket.OPEN) return
  // As much as the other side reads: waiting data costs only this process.
  while (socket.bufferedAmount < 1_000_000) {
    count++
    socket.send(
      `{"id":"17${String(count).padStart(17, '0')}","jsonrpc":"2.0","method":"irn_publish","params":{"topic":"${'f'.repeat(64)}","message":"${count}${filling}","ttl":300,"tag":1108}}`,
    )
  }
  // Waiting costs nothing: a loop would take the cores from those that are measured.
  setTimeout(push, 1, socket)
}

process.stdin.on('end', () => process.exit(0))
process.stdin.resume()
process.on('SIGTERM', () => process.exit(0))
connect()
