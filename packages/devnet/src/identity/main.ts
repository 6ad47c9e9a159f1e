/**
 * Runs the local identity provider as a separate process, for `npm start`. PORT is its port, and LATCHKEY_WALLET_ORIGIN the
 * origin that it redirects to. It writes one JSON line to stdout: `{"ready": {"url", "social"}}`. It ends on SIGTERM, on SIGINT
 * and when its stdin closes.
 */
import { startIdentityProvider } from './startIdentityProvider.ts'

const walletOrigin = process.env.LATCHKEY_WALLET_ORIGIN
if (!walletOrigin) throw new Error('LATCHKEY_WALLET_ORIGIN is not set: the origin of the wallet whose logins end here')
const identity = await startIdentityProvider({ port: Number(process.env.PORT ?? 0), walletOrigin })
const end = async () => {
  await identity.stop()
  process.exit(0)
}
process.on('SIGTERM', end)
process.on('SIGINT', end)
process.stdin.on('end', end)
process.stdin.on('error', end)
process.stdin.resume()
process.stdout.on('error', end)
process.stdout.write(`${JSON.stringify({ ready: { url: identity.url, social: identity.social } })}\n`)
