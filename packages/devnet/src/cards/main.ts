/**
 * The card processor as a process of its own, for `npm start`: PORT says where, CARDS_FOLDER where it keeps its checkouts, CARDS_KEY is
 * the key of its API. On stdout one JSON line `{"ready": {"url"}}`. It ends on SIGTERM, on SIGINT and when its stdin closes.
 */
import { startCardProcessor } from './startCardProcessor.ts'

const { CARDS_KEY: key, CARDS_FOLDER: folder, PORT } = process.env
if (!key) throw new Error('CARDS_KEY is not set: the key of the API, and of the signatures of its messages')
const cards = await startCardProcessor({ port: Number(PORT ?? 0), key, ...(folder ? { folder } : {}) })
const end = async () => {
  await cards.stop()
  process.exit(0)
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
process.stdin.on('end', end)
process.stdin.on('error', end)
process.stdin.resume()
process.stdout.on('error', end)
process.stdout.write(`${JSON.stringify({ ready: { url: cards.url } })}\n`)
