import { type Address, concat, formatEther, type Hex, type PublicClient, type WalletClient } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import { awaitReceipt } from './awaitReceipt.ts'
import { type Creation, create2Deployer, noSalt } from './creations.ts'

/** On which chain contracts are put, and who pays. */
export type DeploymentChain = {
  reader: PublicClient
  sender: WalletClient
  /** Pays for the transactions. */
  deployer: PrivateKeyAccount
  /** Say what it would cost, and send nothing. */
  isRehearsal: boolean
  /** Told what is there, what is done, and what it costs; short sentences. */
  say: (line: string) => void
}

/** A transaction of a deployment. */
export type StepCall = {
  what: string
  to: Address
  data: Hex
  value?: bigint
  /** Gas that it takes, by experience: counts in a rehearsal alone, where the contract is not there yet. */
  expectedGas?: bigint
}

/** The transactions of a deployment, one after the other. */
export type Steps = {
  isThere: (address: Address) => Promise<boolean>
  /**
   * Sends a transaction, or says what it would cost.
   *
   * @returns wei, what was sent included
   * @throws Error with a sentence when it fails
   */
  send: (call: StepCall) => Promise<bigint>
  /** Makes a contract unless it is there. @returns wei */
  make: (creation: Creation) => Promise<bigint>
}

/** Creates the steps of a deployment. */
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
        throw new Error(`There is no CREATE2 deployer at ${create2Deployer}; it has to be put there first`)
      const cost = await send({ what: `${name} at ${address}`, to: create2Deployer, data: concat([noSalt, code]) })
      if (!isRehearsal && !(await isThere(address)))
        throw new Error(`${name} is not at ${address}, although its transaction succeeded`)
      return cost
    },
  }
}
