import { type Solana, startSolana } from '@latchkey/devnet/solana'
import { encodeBase58 } from '@latchkey/protocol'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createFrameTests } from '../testing/createFrameTests.ts'
import { solanaTransfer } from '../testing/solanaTransfer.ts'

const { setup: setupWorld } = createFrameTests({ afterEach })

let solana: Solana
beforeAll(async () => {
  solana = await startSolana({})
}, 60_000)
afterAll(async () => {
  await solana?.stop()
})

/** Sends a request to the local cluster, and throws its refusal unchanged. */
async function ask(method: string, params: readonly unknown[]): Promise<never> {
  const response = await fetch(solana.networks[0]?.rpcUrl ?? '', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  })
  const { result, error } = (await response.json()) as { result: never; error?: object }
  if (error) throw error
  return result
}

test('default: a payment is shown with its balance changes, signed, sent, and on the chain', async () => {
  const world = setupWorld()
  const chainId = solana.networks[0]?.chainId ?? ''
  world.server.settings.families = [chainId]
  world.server.answerRpc(({ method, params }) => ask(method, params))
  const host = world.open()
  await host.signIn()
  const { address } = (await host.ask('getUser', { chainId })) as { address: string }
  await ask('requestAirdrop', [address, 2_000_000_000])
  const receiver = encodeBase58(crypto.getRandomValues(new Uint8Array(32)))
  const { value } = (await ask('getLatestBlockhash', [{ commitment: 'confirmed' }])) as { value: { blockhash: string } }
  const transaction = solanaTransfer({
    from: address,
    to: receiver,
    lamports: 500_000_000n,
    blockhash: value.blockhash,
  })

  const { answer } = host.begin('rpc', { method: 'solana_signAndSendTransaction', params: { transaction } })
  const { description } = await host.card('approve', ({ state }) => state === 'ready')
  expect(description).toMatchObject({ intent: 'send', target: { address: receiver }, fee: { symbol: 'SOL' } })
  expect(description?.balanceChanges).toMatchObject([{ direction: 'out', asset: { kind: 'native' } }])
  host.frame.actions.approve()
  const { signature } = (await answer) as { signature: string }

  const statusOf = async () => {
    const { value } = (await ask('getSignatureStatuses', [[signature], { searchTransactionHistory: true }])) as {
      value: [{ err: unknown } | null]
    }
    return value[0]
  }
  let status = await statusOf()
  while (status === null) status = await statusOf()
  expect(status).toMatchObject({ err: null })
  expect(await ask('getBalance', [receiver, { commitment: 'processed' }])).toMatchObject({ value: 500_000_000 })
  expect(await world.device.store.all('sendings')).toStrictEqual([])
})
