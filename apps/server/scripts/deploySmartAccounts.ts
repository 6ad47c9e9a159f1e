// `npm run -w apps/server smart-accounts -- deploy eip155:8453 [--rehearse] [--deposit 1] [--stake 0.1] [--budget 0.5] [--owner 0x…]`:
// deploys the contracts of smart accounts on a configured chain. Existing contracts stay unchanged. DEPLOYER_KEY pays.
import { parseArgs } from 'node:util'
import { formatEther, getAddress, parseEther } from 'viem'
import { connectChain } from '../src/deployments/connectChain.ts'
import { readDeployer } from '../src/deployments/readDeployer.ts'
import { isEvmChain } from '../src/platform/config/chainConfig.ts'
import { loadConfig } from '../src/platform/config/loadConfig.ts'
import { readPrivateKey } from '../src/platform/crypto/readPrivateKey.ts'
import { deploySmartAccounts } from '../src/smartAccounts/deployment/deploySmartAccounts.ts'

const usage =
  'LATCHKEY_CONFIG=… DEPLOYER_KEY=0x… npm run -w apps/server smart-accounts -- deploy <chain, such as eip155:8453> [--rehearse] [--deposit 1] [--stake 0.1] [--budget 0.5] [--owner 0x…]'

async function run(): Promise<void> {
  const { positionals, values } = parseArgs({
    options: {
      rehearse: { type: 'boolean', default: false },
      deposit: { type: 'string' },
      stake: { type: 'string' },
      budget: { type: 'string' },
      owner: { type: 'string' },
    },
    allowPositionals: true,
  })
  const [command, chainId, ...rest] = positionals
  if (command !== 'deploy' || !chainId || rest.length > 0) throw new Error(`Use: ${usage}`)
  const env = process.env
  const config = await loadConfig({ env })
  const chain = config.chains.filter(isEvmChain).find((one) => one.chainId === chainId)
  if (!chain) throw new Error(`The configuration has no chain ${chainId}`)
  const deployer = await readDeployer(env)
  const signing = config.smartAccounts?.paymaster
  const signer = signing && (await readPrivateKey({ key: signing, name: 'smartAccounts.paymaster', env }))

  const { reader, sender } = await connectChain(chain)
  const amount = (text: string | undefined) => (text === undefined ? undefined : parseEther(text))
  const { paymaster, cost } = await deploySmartAccounts({
    reader,
    sender,
    deployer,
    isRehearsal: values.rehearse,
    say: console.log,
    ...(signer
      ? {
          paymaster: {
            owner: values.owner ? getAddress(values.owner) : deployer.address,
            signer: signer.address,
            deposit: amount(values.deposit),
            stake: amount(values.stake),
            budgetPerDay: amount(values.budget),
          },
        }
      : {}),
  })
  const { symbol } = chain.nativeCurrency
  console.log(
    `${values.rehearse ? 'It would cost' : 'It cost'} ${formatEther(cost)} ${symbol}, paid by ${deployer.address}.`,
  )
  if (paymaster) console.log(`chains[].smartAccounts.sponsorship.paymaster of ${chainId}: "${paymaster}"`)
  else console.log('There is no smartAccounts.paymaster in the configuration: accounts pay for themselves.')
  const executor =
    config.smartAccounts &&
    (await readPrivateKey({ key: config.smartAccounts.executor, name: 'smartAccounts.executor', env }))
  if (executor) {
    const balance = await reader.getBalance({ address: executor.address })
    console.log(
      `The executor ${executor.address} has ${formatEther(balance)} ${symbol}; it needs some to send operations.`,
    )
  }
}

run().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
})
