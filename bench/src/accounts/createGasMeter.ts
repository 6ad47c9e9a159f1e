import { waitForReceipt } from '@latchkey/devnet'
import { type AccountOwner, createAccountCall, type Grant, type UserOperation } from '@latchkey/smart-account'
import { createWalletClient, encodeFunctionData, erc20Abi, type Hex, http, zeroAddress } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { AccountWorld } from '../../../packages/smart-account/src/testing/startAccountWorld.ts'

/** One call of an account. */
export type Call = { to: Hex; value?: bigint; data?: Hex }

/** Signs the hash of an operation. */
export type Signer = (hash: Hex) => Promise<Hex> | Hex

/** Measures operations as the published figures were: receivers have coins and none of the token, gas is that of the whole transaction. */
export async function createGasMeter(world: AccountWorld) {
  const { devnet, client, executor } = world
  const token = devnet.tokens.find(({ symbol }) => symbol === 'USDL')?.address
  if (!token) throw new Error('there is no token USDL')
  const faucet = createWalletClient({
    ...{ chain: client.chain, transport: http(devnet.chains[0]?.rpcUrl) },
    account: privateKeyToAccount(devnet.faucet.privateKey),
  })
  let last = 0xbe_0000

  function newOwner() {
    last += 1
    const account = privateKeyToAccount(`0x${last.toString(16).padStart(64, '0')}`)
    return { address: account.address, sign: (hash: Hex) => account.sign({ hash }) }
  }

  async function receiver(): Promise<Hex> {
    const { address } = newOwner()
    await world.fund(address, '1')
    return address
  }

  async function transfer(): Promise<Call> {
    const args = [await receiver(), 5n] as const
    return { to: token as Hex, data: encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args }) }
  }

  return {
    newOwner,
    /** Gives an account coins and tokens. */
    async stock(address: Hex) {
      await world.fund(address, '100')
      const call = { address: token, abi: erc20Abi, functionName: 'transfer', args: [address, 1000n] } as const
      await waitForReceipt({ client, hash: await faucet.writeContract(call) })
    },
    /** Rules of a permission that sends the token and pays for its own operations. */
    tokenGrant: ({ signer, validUntil }: { signer: Hex; validUntil: number }): Grant => ({
      ...{ signer, coSigner: zeroAddress, validAfter: 0, validUntil },
      calls: [{ target: token, selector: '0xa9059cbb', valueLimit: 0n, arguments: [] }],
      allowances: [token, zeroAddress].map((one) => ({ token: one, limit: 10n ** 18n, start: 0, period: 0 })),
    }),
    /** Makes an account without an operation. */
    async create(owner: AccountOwner) {
      const { factory, factoryData } = createAccountCall(owner)
      await waitForReceipt({ client, hash: await executor.sendTransaction({ to: factory, data: factoryData }) })
    },
    nothing: async (): Promise<Call[]> => [{ to: await receiver(), value: 0n }],
    payment: async (): Promise<Call[]> => [{ to: await receiver(), value: 500_000_000_000_000_000n }],
    async transfers(count: number): Promise<Call[]> {
      const calls: Call[] = []
      for (let index = 0; index < count; index += 1) calls.push(await transfer())
      return calls
    },
    /** Sends one operation: the gas of the transaction, whose only operation it is. */
    async gasOf(operation: UserOperation, sign: Signer): Promise<number> {
      const outcome = await world.send({ ...operation, signature: await sign(world.hash(operation)) })
      if (!outcome.success) throw new Error(`the operation failed: ${outcome.reason}`)
      return Number(outcome.receipt.gasUsed)
    },
  }
}
