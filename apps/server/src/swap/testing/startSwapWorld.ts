import { waitForReceipt } from '@latchkey/devnet'
import { type AccountId, type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import type {
  buildSwapApproval,
  buildSwapTransaction,
  EndpointResponse,
  ErrorBody,
  getSwapQuotes,
  Quote,
} from '@latchkey/protocol/api'
import { encodeFunctionData, erc20Abi, type Hex } from 'viem'
import { type IndexedDevnet, startIndexedDevnet } from '../../indexer/testing/startIndexedDevnet.ts'

/** A built swap in the shape of the endpoint. */
export type Built = EndpointResponse<typeof buildSwapTransaction>
type Approval = EndpointResponse<typeof buildSwapApproval>

/** Index of a local account, or the faucet, which has plenty of every token. */
export type Person = number | 'faucet'

/** The local world with helpers for tests of swaps, all on Local One. */
export type SwapWorld = IndexedDevnet & {
  /** Returns a token's address by its symbol; `ETH` is the native token. */
  address: (symbol: string) => EvmAddress
  /** CAIP-10. */
  id: (symbol: string) => AccountId
  accountId: (person: Person) => AccountId
  /** Returns the balance of an account at the head. */
  balance: (symbol: string, account: EvmAddress) => Promise<bigint>
  person: (index: Person) => IndexedDevnet['devnet']['accounts'][number]
  quotes: (pair: { from: string; to: string; amount: bigint }) => Promise<readonly Quote[]>
  build: (
    swap: { from: string; to: string; amount: bigint; person: Person } & Record<string, unknown>,
  ) => Promise<{ status: number; body: Built & ErrorBody }>
  /** Builds the approval of exactly this amount, and sends it. */
  approve: (swap: { from: string; to: string; amount: bigint; person: Person }) => Promise<Approval>
  /** Allows the router to spend any amount of a token. */
  allowAll: (symbol: string, person: Person) => Promise<void>
  /** Sends a built transaction. @returns whether it succeeded, and the wei of its gas */
  send: (
    built: Pick<Built, 'tx'>,
    person: Person,
  ) => Promise<{ isDone: boolean; cost: bigint; gasUsed: bigint; hash: Hex }>
}

export const localOne = { id: 31337, chainId: 'eip155:31337' } as const

/** Starts the local world with an index and swaps. */
export async function startSwapWorld(): Promise<SwapWorld> {
  const world = await startIndexedDevnet()
  await world.synced()
  const address = (symbol: string): EvmAddress => {
    if (symbol === 'ETH') return nativeEvmAddress
    const token = world.devnet.tokens.find((one) => one.symbol === symbol)
    if (!token) throw new Error(`there is no token ${symbol}`)
    return token.address
  }
  const id = (symbol: string): AccountId => `${localOne.chainId}:${address(symbol)}`
  const person: SwapWorld['person'] = (index) => {
    const account = index === 'faucet' ? world.devnet.faucet : world.devnet.accounts[index]
    if (!account) throw new Error(`there is no person ${index}`)
    return account
  }
  const accountId = (index: Person): AccountId => `${localOne.chainId}:${person(index).address}`
  const clients = (index: Person) => world.clientsOf(localOne.id, person(index))

  const sendCall = async (call: { to: EvmAddress; data: Hex; value: bigint; gas: bigint }, index: Person) => {
    const { wallet, reader } = clients(index)
    const hash = await wallet.sendTransaction(call)
    const { status, gasUsed, effectiveGasPrice } = await waitForReceipt({ client: reader, hash })
    return { isDone: status === 'success', cost: gasUsed * effectiveGasPrice, gasUsed, hash }
  }

  return {
    ...world,
    address,
    id,
    accountId,
    person,
    balance: async (symbol, account) => {
      const { reader } = clients(0)
      const token = address(symbol)
      if (token === nativeEvmAddress) return reader.getBalance({ address: account })
      return reader.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [account] })
    },
    quotes: async ({ from, to, amount }) => {
      const path = `/v1/convert/quotes?from=${id(from)}&to=${id(to)}&amount=${amount}`
      const { status, body } = await world.get<EndpointResponse<typeof getSwapQuotes>>(path)
      if (status !== 200) throw new Error(JSON.stringify(body))
      return body.quotes
    },
    build: ({ from, to, amount, person: index, ...rest }) =>
      world.post<Built & ErrorBody>('/v1/convert/build-transaction', {
        ...{ from: id(from), to: id(to), amount: amount.toString(), userAddress: accountId(index), ...rest },
      }),
    approve: async ({ from, to, amount, person: index }) => {
      const path = `/v1/convert/build-approve?from=${id(from)}&to=${id(to)}&userAddress=${accountId(index)}&amount=${amount}`
      const { status, body } = await world.get<Approval>(path)
      if (status !== 200) throw new Error(JSON.stringify(body))
      const plain = body.tx.from.slice(body.tx.from.lastIndexOf(':') + 1) as EvmAddress
      const call = { to: plain, data: body.tx.data as Hex, value: 0n, gas: BigInt(body.tx.eip155.gas) }
      const { isDone } = await sendCall(call, index)
      if (!isDone) throw new Error('the approval was refused')
      return body
    },
    allowAll: async (symbol, index) => {
      const spender = world.devnet.contracts.uniswapSwapRouter02
      const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 2n ** 256n - 1n] })
      await sendCall({ to: address(symbol), data, value: 0n, gas: 100_000n }, index)
    },
    send: ({ tx }, index) =>
      sendCall(
        {
          to: tx.to.slice(tx.to.lastIndexOf(':') + 1) as EvmAddress,
          data: tx.data as Hex,
          value: BigInt(tx.value),
          gas: BigInt(tx.eip155.gas),
        },
        index,
      ),
  }
}
