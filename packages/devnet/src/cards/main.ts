/**
 * Runs the card processor as a separate process, for `npm start`. PORT is its port, CARDS_FOLDER the folder of its checkouts, and
 * CARDS_KEY the key of its API. It writes one JSON line to stdout: `{"ready": {"url"}}`. It ends on SIGTERM, on SIGINT and when
 * its stdin closes.
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
