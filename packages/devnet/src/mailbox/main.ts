/**
 * Runs the mailbox as a separate process, for `npm start`. LATCHKEY_SMTP_PORT and PORT are its ports. It writes one JSON line to
 * stdout: `{"ready": {"url", "smtpUrl"}}`. It ends on SIGTERM, on SIGINT and when its stdin closes.
 */
import { startMailbox } from './startMailbox.ts'

const mailbox = await startMailbox({
  smtpPort: Number(process.env.LATCHKEY_SMTP_PORT ?? 0),
  port: Number(process.env.PORT ?? 0),
})
const end = async () => {
  await mailbox.stop()
  process.exit(0)
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
process.stdin.on('end', end)
process.stdin.on('error', end)
process.stdin.resume()
process.stdout.on('error', end)
process.stdout.write(`${JSON.stringify({ ready: { url: mailbox.url, smtpUrl: mailbox.smtpUrl } })}\n`)
