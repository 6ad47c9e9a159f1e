/**
 * The site as `npm start` runs it: Vite's development server. Prints one JSON line when it answers, ends on SIGTERM and when its standard
 * input closes, so that it never outlives the script that started it.
 */
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('.', import.meta.url))
const server = await createServer({
  root,
  configFile: `${root}vite.config.ts`,
  clearScreen: false,
  logLevel: 'warn',
  server: { host: 'localhost', port: Number(process.env.PORT ?? 7100), strictPort: true, open: false },
})

const end = async () => {
  await server.close()
  process.exit(0)
}
process.once('SIGTERM', end)
process.once('SIGINT', end)
process.stdin.once('end', end).resume()

await server.listen()
process.stdout.write(`${JSON.stringify({ ready: { url: server.resolvedUrls?.local[0] ?? null } })}\n`)
