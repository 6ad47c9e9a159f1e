// A static file server in a separate process, because the measuring process must not serve the page. The files are in memory.
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'

const [folder] = process.argv.slice(2)
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
const files = new Map(
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((path) => [path.slice(folder.length), readFileSync(path)]),
)
const server = createServer((request, response) => {
  const path = new URL(request.url ?? '/', 'http://local').pathname
  const body = files.get(path)
  if (!body) return response.writeHead(404).end()
  response.writeHead(200, {
    'content-type': types[extname(path)] ?? 'application/octet-stream',
    'cache-control': 'max-age=3600',
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => process.stdout.write(`${server.address().port}\n`))
// The parent's end closes this pipe.
process.stdin.on('end', () => process.exit()).resume()
