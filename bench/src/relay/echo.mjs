// The limit: a bare `ws` server that moves the same frames without reading them. Sockets come in pairs (`/?pair=7`). A frame longer than an
// answer goes to the other one of the pair, and an answer goes back.
import { WebSocketServer } from 'ws'

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
const pairs = new Map()
server.on('connection', (socket, { url }) => {
  const name = new URL(url, 'ws://echo').searchParams.get('pair')
  const pair = pairs.get(name) ?? []
  pairs.set(name, [...pair, socket])
  socket.on('message', (data) => {
    if (data.length < 400) return
    socket.send('{"id":"1700000000000000001","jsonrpc":"2.0","result":true}')
    for (const other of pairs.get(name)) if (other !== socket) other.send(data, { binary: false })
  })
})
server.on('listening', () =>
  process.stdout.write(`${JSON.stringify({ ready: { url: `ws://127.0.0.1:${server.address().port}` } })}\n`),
)
process.stdin.on('end', () => process.exit(0))
process.stdin.resume()
process.on('SIGTERM', () => process.exit(0))
