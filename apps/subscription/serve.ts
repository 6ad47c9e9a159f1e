/**
 * The example app as a separate process, for `npm start` and the tests: serves the built page with the billing. SUBSCRIPTION_CONFIG is a
 * JSON file with the plan (`src/billing/readConfig.ts`), and SUBSCRIPTION_BUILT the folder of the page. HOST and PORT set the address.
 * Prints one JSON line `{"ready": {"url"}}` on stdout. Exits on SIGTERM, on SIGINT and when its stdin closes.
 */
import { readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { serve } from '@hono/node-server'
import { serveStatic } from '@hono/node-server/serve-static'
import { createBilling } from './src/billing/createBilling.ts'
import { createBillingApp } from './src/billing/createBillingApp.ts'
import { createLedger } from './src/billing/createLedger.ts'
import { createWalletApi } from './src/billing/createWalletApi.ts'
import { readConfig } from './src/billing/readConfig.ts'
import { readKey } from './src/billing/readKey.ts'

const end = () => process.exit(0)
process.on('SIGTERM', end).on('SIGINT', end)
process.stdin.on('end', end).on('error', end).resume()
process.stdout.on('error', end)
const tell = (message: object) => process.stdout.write(`${JSON.stringify(message)}\n`)

const { SUBSCRIPTION_CONFIG, SUBSCRIPTION_BUILT, HOST = '127.0.0.1', PORT = '7106' } = process.env
if (!SUBSCRIPTION_CONFIG) throw new Error('SUBSCRIPTION_CONFIG is not set: the file with the plan')
if (!SUBSCRIPTION_BUILT) throw new Error('SUBSCRIPTION_BUILT is not set: the folder of the built page')
const folder = dirname(SUBSCRIPTION_CONFIG)
const { plan, interval, ...site } = readConfig(readFileSync(SUBSCRIPTION_CONFIG, 'utf8'))
const { apiUrl, projectId } = site

const now = () => Math.floor(Date.now() / 1000)
const key = readKey({ file: join(folder, 'subscription', 'session.key') })
const ledger = createLedger({ file: join(folder, 'subscription', 'subscriptions.json') })
const billing = createBilling({ plan, ledger, key, now, wallet: createWalletApi({ apiUrl, projectId }) })
const app = createBillingApp({ plan, ledger, billing, key, apiUrl, projectId, now })
app.get('/site.json', (context) => context.json(site))
app.use(serveStatic({ root: relative(process.cwd(), SUBSCRIPTION_BUILT) }))
const look = () =>
  void billing.run().catch((error: unknown) => {
    console.error(error)
    process.exit(1)
  })
serve({ fetch: app.fetch, hostname: HOST, port: Number(PORT) }, () => {
  tell({ ready: { url: `http://localhost:${PORT}` } })
  look()
  setInterval(look, interval * 1000)
})
