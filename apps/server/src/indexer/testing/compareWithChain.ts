import { type EvmAddress, nativeEvmAddress } from '@latchkey/protocol'
import { erc20Abi, type PublicClient } from 'viem'
import { expect } from 'vitest'
import { eventTopics } from '../../chains/eventTopics.ts'
import { balances, transactions, transfers } from '../../chains/schema.ts'
import type { Database } from '../../platform/db/Database.ts'

/**
 * Compares the whole index with the chain in three independent ways:
 *
 * - every balance with `eth_getBalance` and `balanceOf`
 * - every Transfer log of `eth_getLogs` with the rows
 * - every sender's list of transactions with `ots_searchTransactionsBefore`
 */
export async function compareWithChain({ database, client }: { database: Database; client: PublicClient }) {
  const rows = await database.select().from(balances)
  for (const { account, token, amount } of rows) {
    const truth =
      token === nativeEvmAddress
        ? await client.getBalance({ address: account })
        : await client.readContract({ address: token, abi: erc20Abi, functionName: 'balanceOf', args: [account] })
    expect({ account, token, amount }).toEqual({ account, token, amount: truth })
  }

  const logs = await client.request({
    method: 'eth_getLogs',
    params: [{ fromBlock: '0x0', toBlock: 'latest', topics: [[eventTopics.transfer]] }],
  })
  const moved = await database.select().from(transfers)
  const fromLogs = moved.filter(({ kind }) => kind === 2 || kind === 3)
  const written = (block: number, token: string, from: string, to: string) => `${block} ${token} ${from} ${to}`
  const withoutWrapping = fromLogs.filter(
    ({ token, sender, receiver }) =>
      logs.some(({ address }) => address === token) && (sender !== receiver || sender !== token),
  )
  const expected = logs.map(({ blockNumber, address, topics }) =>
    written(Number(blockNumber), address, `0x${topics[1]?.slice(26)}`, `0x${topics[2]?.slice(26)}`),
  )
  const got = withoutWrapping.map(({ block, token, sender, receiver }) => written(block, token, sender, receiver))
  for (const line of expected) expect(got).toContain(line)
  expect(new Set(moved.map(({ block, txIndex, position }) => `${block} ${txIndex} ${position}`)).size).toBe(
    moved.length,
  )

  const sent = await database.select().from(transactions)
  const senders = [...new Set(sent.map(({ sender }) => sender))]
  for (const sender of senders) {
    expect(
      sent
        .filter((row) => row.sender === sender)
        .map(({ hash }) => hash)
        .sort(),
    ).toEqual((await sentByOracle(client, sender)).sort())
  }
  return { balances: rows.length, transfers: moved.length, transactions: sent.length }
}

type OtsPage = { txs: { hash: string; from: string }[]; lastPage: boolean; receipts: unknown[] }

async function sentByOracle(client: PublicClient, sender: EvmAddress): Promise<string[]> {
  const page = (await client.request({
    method: 'ots_searchTransactionsBefore' as 'eth_chainId',
    params: [sender, 0, 100_000] as never,
  })) as unknown as OtsPage
  return page.txs.flatMap(({ hash, from }) => (from.toLowerCase() === sender ? [hash] : []))
}
