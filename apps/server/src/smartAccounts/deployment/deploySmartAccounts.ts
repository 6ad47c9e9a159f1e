import { entryPoint08 } from '@latchkey/smart-account'
import { type Address, concat, formatEther, type Hex, type PublicClient, type WalletClient } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { waitForTransactionReceipt } from 'viem/actions'
import { fundPaymaster, type PaymasterFunds } from './fundPaymaster.ts'
import { create2Deployer, noSalt, smartAccountCreations } from './smartAccountCreations.ts'

/** What is to be there. */
export type Deployment = {
  reader: PublicClient
  sender: WalletClient
  /** Pays for the transactions; owns the paymaster unless told otherwise. */
  deployer: PrivateKeyAccount
  /** The operator's own paymaster; left out: none, as where accounts pay for themselves. */
  paymaster?: ({ owner: Address; signer: Address } & PaymasterFunds) | undefined
  /** Say what it would cost, and send nothing. */
  isRehearsal: boolean
  /** Told what is there, what is done, and what it costs; short sentences. */
  say: (line: string) => void
}

/** What a transaction of the deployment was, or would be. */
export type Step = (options: { what: string; to: Address; data: Hex; value?: bigint }) => Promise<bigint>

/**
 * Puts the contracts of smart accounts on a chain. Whatever is there already stays as it is: doing it again costs nothing.
 *
 * @returns where the paymaster is, and wei that it did cost, or would
 * @throws Error with a sentence when the chain lacks something, or a transaction fails; what was done until then stays
 */
export async function deploySmartAccounts({
  reader,
  sender,
  deployer,
  paymaster,
  isRehearsal,
  say,
}: Deployment): Promise<{ paymaster: Address | undefined; cost: bigint }> {
  const isThere = async (address: Address) => ((await reader.getCode({ address })) ?? '0x') !== '0x'
  if (!(await isThere(entryPoint08))) {
    throw new Error(
      `There is no EntryPoint v0.8 at ${entryPoint08}: this chain has no smart accounts of ERC-4337 v0.8 yet`,
    )
  }
  if (!(await isThere(create2Deployer))) {
    throw new Error(`There is no CREATE2 deployer at ${create2Deployer}; it has to be put there first`)
  }

  const send: Step = async ({ what, to, data, value = 0n }) => {
    const { maxFeePerGas = 0n } = await reader.estimateFeesPerGas()
    const gas = ((await reader.estimateGas({ account: deployer.address, to, data, value })) * 11n) / 10n
    if (isRehearsal) {
      say(`${what}: would take ${gas} gas, ${formatEther(gas * maxFeePerGas)} at most, and sends ${formatEther(value)}`)
      return gas * maxFeePerGas + value
    }
    const hash = await sender.sendTransaction({ account: deployer, chain: sender.chain ?? null, to, data, value, gas })
    const receipt = await waitForTransactionReceipt(reader, { hash })
    if (receipt.status !== 'success') throw new Error(`${what}: the transaction ${hash} failed`)
    const cost = receipt.gasUsed * receipt.effectiveGasPrice
    say(
      `${what}: done in ${hash}, ${receipt.gasUsed} gas, ${formatEther(cost)}${value > 0n ? `, and sent ${formatEther(value)}` : ''}`,
    )
    return cost + value
  }

  let cost = 0n
  const creations = smartAccountCreations({ paymaster })
  for (const { name, address, code } of creations) {
    if (await isThere(address)) {
      say(`${name}: is at ${address}`)
      continue
    }
    cost += await send({ what: `${name} at ${address}`, to: create2Deployer, data: concat([noSalt, code]) })
    if (!isRehearsal && !(await isThere(address)))
      throw new Error(`${name} is not at ${address}, although its transaction succeeded`)
  }
  const made = creations.find(({ name }) => name === 'LatchkeyPaymaster')
  if (paymaster && made) {
    if (await isThere(made.address))
      cost += await fundPaymaster({ reader, send, paymaster: made.address, deployer, funds: paymaster, say })
    else say('LatchkeyPaymaster: its money and budget come once it is there')
  }
  return { paymaster: made?.address, cost }
}
