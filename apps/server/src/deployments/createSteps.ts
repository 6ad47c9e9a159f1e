import { type Address, concat, formatEther, type Hex, type PublicClient, type WalletClient } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { awaitReceipt } from './awaitReceipt.ts'
import { type Creation, create2Deployer, noSalt } from './creations.ts'

/** Chain and payer of a deployment. */
export type DeploymentChain = {
  reader: PublicClient
  sender: WalletClient
  /** Account that pays for the transactions. */
  deployer: PrivateKeyAccount
  /** Whether to report the cost without sending anything. */
  isRehearsal: boolean
  /** Called with a short sentence about existing contracts, finished steps and costs. */
  say: (line: string) => void
}

/** A transaction of a deployment. */
export type StepCall = {
  what: string
  to: Address
  data: Hex
  value?: bigint
  /** Usual gas units. Only used in a rehearsal, if the contract does not exist yet. */
  expectedGas?: bigint
}

/** Sends the transactions of a deployment, one after the other. */
export type Steps = {
  isThere: (address: Address) => Promise<boolean>
  /**
   * Sends a transaction, or reports its cost.
   *
   * @returns wei, including the sent value
   * @throws Error with a sentence if it fails
   */
  send: (call: StepCall) => Promise<bigint>
  /** Deploys a contract unless it exists. @returns wei */
  make: (creation: Creation) => Promise<bigint>
}

export function createSteps({ reader, sender, deployer, isRehearsal, say }: DeploymentChain): Steps {
  const isThere = async (address: Address) => ((await reader.getCode({ address })) ?? '0x') !== '0x'

  const measure = async ({ to, data, value = 0n, expectedGas }: StepCall) =>
    isRehearsal && expectedGas !== undefined && !(await isThere(to))
      ? expectedGas
      : ((await reader.estimateGas({ account: deployer.address, to, data, value })) * 11n) / 10n

  const send = async (call: StepCall) => {
    const { what, to, data, value = 0n } = call
    const { maxFeePerGas = 0n } = await reader.estimateFeesPerGas()
    const gas = await measure(call)
    if (isRehearsal) {
      say(`${what}: would take ${gas} gas, ${formatEther(gas * maxFeePerGas)} at most, and sends ${formatEther(value)}`)
      return gas * maxFeePerGas + value
    }
    const hash = await sender.sendTransaction({ account: deployer, chain: sender.chain ?? null, to, data, value, gas })
    const receipt = await awaitReceipt({ reader, hash })
    if (receipt.status !== 'success') throw new Error(`${what}: the transaction ${hash} failed`)
    const cost = receipt.gasUsed * receipt.effectiveGasPrice
    say(
      `${what}: done in ${hash}, ${receipt.gasUsed} gas, ${formatEther(cost)}${value > 0n ? `, and sent ${formatEther(value)}` : ''}`,
    )
    return cost + value
  }

  return {
    isThere,
    send,
    async make({ name, address, code }) {
      if (await isThere(address)) {
        say(`${name}: is at ${address}`)
        return 0n
      }
      if (!(await isThere(create2Deployer)))
        throw new Error(`There is no CREATE2 deployer at ${create2Deployer}; deploy it first`)
      const cost = await send({ what: `${name} at ${address}`, to: create2Deployer, data: concat([noSalt, code]) })
      if (!isRehearsal && !(await isThere(address)))
        throw new Error(`${name} is not at ${address}, although its transaction succeeded`)
      return cost
    },
  }
}
