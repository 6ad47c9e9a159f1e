import { installSmartWalletPage } from '@latchkey/testkit/smartWallet'
import { loadPhone } from './config/loadPhone.ts'
import { toKeys } from './config/toKeys.ts'

/** Starts the window of a smart wallet (Base Account's public protocol). Uses the phone's test keys from the last on, so its account differs. */
async function start(): Promise<void> {
  const reading = await loadPhone()
  if (!reading.ok) {
    document.body.append(`This wallet is not set up: ${reading.problems.join('; ')}`)
    return
  }
  const { config } = reading
  const keys = await toKeys(config)
  await installSmartWalletPage({
    accounts: [keys.at(-1) ?? keys[0], ...keys.slice(0, -1)],
    chains: Object.fromEntries(config.chains.map(({ id, name, rpcUrl }) => [id, { name, rpcUrl }])),
  })
}

void start()
