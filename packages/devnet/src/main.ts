/**
 * Runs the local chains as a separate process, for `npm start`. Options come from the environment (`readEnvironment.ts`). It
 * writes one JSON object per line to stdout:
 *
 * - `{"progress": "…"}` any number of times
 * - `{"ready": …}` with the addresses and accounts, or `{"error": {"code", "message"}}` and exit code 1
 *
 * It shuts down on SIGTERM, on SIGINT and when its stdin closes, which happens when its parent dies.
 */
import { ServiceError } from '@latchkey/protocol/errors'
import { toBitcoinConfigs } from './bitcoin/toBitcoinConfigs.ts'
import type { Devnet } from './Devnet.ts'
import { readEnvironment } from './readEnvironment.ts'
import { toSolanaConfigs } from './solana/toSolanaConfigs.ts'
import { startDevnet } from './startDevnet.ts'
import { toChainConfigs } from './toChainConfigs.ts'

let devnet: Devnet | undefined
let ending = false

function say(line: Record<string, unknown>) {
  process.stdout.write(`${JSON.stringify(line)}\n`)
}

async function end() {
  // A second signal, or one before the chains run: the nodes are tied to this process and end with it.
  if (ending || !devnet) process.exit(0)
  ending = true
  await devnet.stop()
  process.exit(0)
}

process.on('SIGTERM', end)
process.on('SIGINT', end)
process.stdin.on('end', end)
process.stdin.on('error', end)
process.stdin.resume()
// The parent closed its end of the pipe.
process.stdout.on('error', end)

try {
  devnet = await startDevnet({
    ...readEnvironment(process.env),
    onProgress: (progress) => say({ progress }),
  })
  const { LATCHKEY_NAME_GATEWAY: url } = process.env
  if (url) await devnet.setNameGateway({ url })
  const { chains, contracts, names, tokens, nfts, faucet, accounts, operator, executor, paymasterSigner, treasury } =
    devnet
  const people = { faucet, accounts, operator, executor, paymasterSigner, treasury }
  const { bitcoin, bitcoinAccounts } = devnet
  const configs = {
    chainConfigs: toChainConfigs(devnet),
    bitcoinConfigs: toBitcoinConfigs(devnet),
    solanaConfigs: toSolanaConfigs(devnet),
  }
  const { solana, solanaAccounts, solanaTokens, solanaFaucet, solanaTreasury } = devnet
  const inSolana = { solana, solanaAccounts, solanaTokens, solanaFaucet, solanaTreasury }
  say({
    ready: { chains, bitcoin, bitcoinAccounts, ...inSolana, contracts, names, tokens, nfts, ...people, ...configs },
  })
} catch (error) {
  const { code, message } = error instanceof ServiceError ? error : { code: 'internal', message: String(error) }
  say({ error: { code, message } })
  if (!(error instanceof ServiceError)) process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
  else if (error.cause) process.stderr.write(`${String(error.cause)}\n`)
  process.exitCode = 1
  process.stdin.destroy()
}
