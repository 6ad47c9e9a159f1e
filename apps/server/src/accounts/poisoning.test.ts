import type { EvmAddress } from '@latchkey/protocol'
import {
  type CorpusAsset,
  type CorpusTransaction,
  createPoisoningCorpus,
  measureCorpus,
} from '@latchkey/testkit/poisoning'
import { expect, test } from 'vitest'
import { type TransferKind, transferKind } from '../chains/transferKind.ts'
import type { TokenInfo } from '../prices/readTokenInfos.ts'
import { sanitizeText } from '../tokens/sanitizeText.ts'
import { spamFlags } from '../tokens/spamRules.ts'
import { momentKey } from './historyStore.ts'
import { createDealings, isPoisonNft, leaveOutPoison } from './poisoning.ts'
import { type HistoryEntry, toHistoryItem } from './toHistoryItem.ts'

const { symbols, transactions, listed } = createPoisoningCorpus({ seed: 20_261_120, size: 6000 })
const time = 1_760_000_000

/** Flags of a token with this name and symbol, as the indexer sets them. */
const flagsOf = ({ name, symbol }: { name: string; symbol: string }) =>
  spamFlags({ name: sanitizeText(name, 64), symbol: sanitizeText(symbol, 24), listed, raw: [name, symbol] })

const kinds: Record<CorpusAsset['type'], TransferKind> = transferKind

/** A transaction of the corpus in the form of the history, with the scope of its judgment. */
function read({ victim, sender, receiver, selector, transfers }: CorpusTransaction) {
  const lower = (address: string) => address as EvmAddress
  const account = lower(victim.account)
  const entry: HistoryEntry = {
    ...{ hash: `0x${'0'.repeat(64)}`, time, nonce: 0, sender: lower(sender), receiver: lower(receiver), created: null },
    ...{ selector, value: 0n, fee: null, status: 'confirmed' },
    transfers: transfers.map(({ asset, from, to, amount }) => ({
      ...{ kind: kinds[asset.type], token: lower(asset.address), sender: lower(from), receiver: lower(to), amount },
      tokenId: asset.type === 'erc721' ? 1n : null,
    })),
  }
  const infos = new Map<EvmAddress, TokenInfo>()
  const prices = new Map<string, number>()
  const spam = new Set<EvmAddress>()
  for (const { asset } of transfers) {
    const address = lower(asset.address)
    const { type, name, symbol, decimals, listed: isListed, price } = asset
    const flags = isListed ? 0 : flagsOf(asset)
    if (flags !== 0 && price === null) spam.add(address)
    if (price !== null) prices.set(momentKey({ token: address, time }), price)
    infos.set(address, {
      ...{ address, kind: kinds[type], name, symbol, decimals, iconUrl: null, listed: isListed, blocked: false, flags },
      ...{ totalSupply: null, price, liquidity: null },
    })
  }
  const dealings = createDealings({ account, paid: new Set(victim.paid.map(lower)) })
  return { entry, scope: { chainId: 'eip155:1', account, dealings, infos, spam, prices } as const }
}

test('behavior: threat 23: hides deceptive transfers, and keeps honest ones', () => {
  const { recall, falseAlarms, report } = measureCorpus({
    title: 'Transfers in the history',
    cases: transactions,
    isAlarm: (transaction) => {
      const { entry, scope } = read(transaction)
      const shown = leaveOutPoison(entry, scope)
      return shown.every((transfer) => isPoisonNft(entry, transfer, scope))
    },
  })
  console.info(report)
  expect(recall).toBeGreaterThanOrEqual(0.99)
  expect(falseAlarms).toBeLessThanOrEqual(0.01)
})

test('behavior: threat 23: no deception makes an address count as paid by the account', () => {
  /** Addresses that a client counts as paid. */
  const paidIn = (transaction: CorpusTransaction) => {
    const { entry, scope } = read(transaction)
    const metadata = toHistoryItem(entry, scope)?.metadata
    const isOwn = [metadata?.sentFrom, metadata?.sentBy ?? metadata?.sentFrom].every(
      (sender) => sender?.toLowerCase() === scope.account,
    )
    return isOwn ? metadata?.sentTo.toLowerCase() : undefined
  }
  const others = ({ victim, transfers }: CorpusTransaction) =>
    transfers.map(({ from, to }) => (from === victim.account ? to : from))
  for (const transaction of transactions.filter(({ type }) => type === 'attack'))
    expect(others(transaction), transaction.kind).not.toContain(paidIn(transaction))
  for (const kind of ['paid', 'paid a stranger', 'sent any token'])
    for (const transaction of transactions.filter((entry) => entry.kind === kind))
      expect(others(transaction), kind).toContain(paidIn(transaction))
})

test('behavior: threat 23: detects symbols that imitate others, and no honest ones', () => {
  const { recall, falseAlarms, report } = measureCorpus({
    title: 'Symbols of tokens',
    cases: symbols,
    isAlarm: (token) => flagsOf(token) !== 0,
  })
  console.info(report)
  expect(recall).toBeGreaterThanOrEqual(0.99)
  expect(falseAlarms).toBeLessThanOrEqual(0.01)
})
