import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type Address,
  address,
  airdropFactory,
  type Base64EncodedWireTransaction,
  generateKeyPairSigner,
  isSolanaError,
  lamports,
  type Signature,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
} from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import {
  findAssociatedTokenPda,
  getCreateAssociatedTokenIdempotentInstruction,
  getTransferCheckedInstruction,
  TOKEN_PROGRAM_ADDRESS,
} from '@solana-program/token'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { token2022Program } from './ledger/tokenPrograms.ts'
import type { Solana } from './Solana.ts'
import { startSolana } from './startSolana.ts'
import { createSolanaClient, type SolanaClient } from './testing/solanaClient.ts'

let solana: Solana
let client: SolanaClient

beforeAll(async () => {
  solana = await startSolana()
  client = createSolanaClient(solana)
})

afterAll(() => solana.stop())

const somebody = async () => (await generateKeyPairSigner()).address

const holdingOf = async (owner: string, mint: Address, tokenProgram: Address = TOKEN_PROGRAM_ADDRESS) =>
  (await findAssociatedTokenPda({ owner: address(owner), mint, tokenProgram }))[0]

const reasonOf = async (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'nothing',
    (error: unknown) => (isSolanaError(error) ? (error.cause ?? error) : error),
  )

describe('the network', () => {
  test('is known by its genesis hash', async () => {
    const hash = await client.rpc.getGenesisHash().send()
    expect(hash).toBe('9dhSvmE3DVgcbAUcuK4TrTR9HaFhjmPXuSwa6CuqSKoy')
    expect(solana.networks[0]?.chainId).toBe(`solana:${hash.slice(0, 32)}`)
  })

  test('has people with money, and two days in which they paid each other', async () => {
    const ada = address(client.account('Ada').address)
    const history = await client.rpc.getSignaturesForAddress(ada).send()
    const times = history.map(({ blockTime }) => Number(blockTime))
    expect(times).toEqual(times.toSorted((one, other) => other - one))
    expect(Date.now() / 1000 - Number(times[0])).toBeLessThan(3 * 3600)
    const ben = address(client.account('Ben').address)
    const failed = (await client.rpc.getSignaturesForAddress(ben).send()).find(({ err }) => err !== null)
    expect(failed?.err).toEqual({ InstructionError: [0n, { Custom: 1n }] })
    const { value: tokens } = await client.rpc
      .getTokenAccountsByOwner(ada, { programId: TOKEN_PROGRAM_ADDRESS }, { encoding: 'jsonParsed' })
      .send()
    expect(tokens.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString).toSorted()).toEqual(
      ['1', '10074.5', '51200', '777'].toSorted(),
    )
  })

  test('has a treasury with SOL and tokens to sell', async () => {
    const owner = address(solana.treasury.address)
    expect((await client.rpc.getBalance(owner).send()).value).toBe(100_000_000_000_000n)
    const { value: tokens } = await client.rpc
      .getTokenAccountsByOwner(owner, { programId: TOKEN_PROGRAM_ADDRESS }, { encoding: 'jsonParsed' })
      .send()
    expect(tokens.map(({ account }) => account.data.parsed.info.tokenAmount.uiAmountString).toSorted()).toEqual(
      ['20000000', '50000000'].toSorted(),
    )
  })

  test('has the same people and mints after every start, and another genesis on the second network', async () => {
    const two = await startSolana({ networks: 2 })
    try {
      expect(two.networks.map(({ chainId }) => chainId)).toEqual([
        'solana:9dhSvmE3DVgcbAUcuK4TrTR9HaFhjmPX',
        'solana:4Do1Go6jEV7qjX26mjPQbpAzoKdJtwgs',
      ])
      expect(two.accounts).toEqual(solana.accounts)
      expect(two.tokens).toEqual(solana.tokens)
    } finally {
      await two.stop()
    }
  })
})

describe('paying', () => {
  test('airdrops SOL', async () => {
    const { rpc, subscriptions: rpcSubscriptions } = client
    const recipientAddress = await somebody()
    const airdrop = airdropFactory({ rpc, rpcSubscriptions } as Parameters<typeof airdropFactory>[0])
    await airdrop({ commitment: 'confirmed', lamports: lamports(1_000_000_000n), recipientAddress })
    expect((await rpc.getBalance(recipientAddress).send()).value).toBe(1_000_000_000n)
  })

  test('moves SOL, charges the fee, and returns the parsed transaction', async () => {
    const ben = await client.signer('Ben')
    const to = await somebody()
    const transfer = getTransferSolInstruction({ source: ben, destination: to, amount: 5_000_000n })
    const before = (await client.rpc.getBalance(ben.address).send()).value
    const signature = await client.send(ben, [transfer])
    expect((await client.rpc.getBalance(ben.address).send()).value).toBe(before - 5_000_000n - 5_000n)
    const read = await client.rpc
      .getTransaction(signature as Signature, {
        ...{ encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
      })
      .send()
    expect(read?.meta).toMatchObject({ err: null, fee: 5000n })
    expect(read?.transaction.message.instructions[0]).toMatchObject({
      program: 'system',
      parsed: { type: 'transfer', info: { source: ben.address, destination: to, lamports: 5_000_000n } },
    })
    const block = await client.rpc
      .getBlock(read?.slot ?? 0n, { commitment: 'confirmed', transactionDetails: 'signatures' })
      .send()
    expect(block?.signatures).toContain(signature)
  })

  test('moves tokens to an account that had none', async () => {
    const ada = await client.signer('Ada')
    const { mint, decimals } = client.token('usd')
    const owner = await somebody()
    const [source, destination] = [await holdingOf(ada.address, mint), await holdingOf(owner, mint)]
    const signature = await client.send(ada, [
      getCreateAssociatedTokenIdempotentInstruction({ payer: ada, ata: destination, owner, mint }),
      getTransferCheckedInstruction({ source, mint, destination, authority: ada, amount: 2_500_000n, decimals }),
    ])
    expect((await client.rpc.getTokenAccountBalance(destination).send()).value).toEqual({
      ...{ amount: '2500000', decimals: 6, uiAmount: 2.5, uiAmountString: '2.5' },
    })
    const read = await client.rpc
      .getTransaction(signature as Signature, {
        ...{ encoding: 'jsonParsed', commitment: 'confirmed', maxSupportedTransactionVersion: 0 },
      })
      .send()
    expect(read?.transaction.message.instructions).toMatchObject([
      { program: 'spl-associated-token-account', parsed: { type: 'createIdempotent', info: { wallet: owner } } },
      {
        program: 'spl-token',
        parsed: { type: 'transferChecked', info: { source, destination, tokenAmount: { uiAmountString: '2.5' } } },
      },
    ])
    expect(read?.meta?.innerInstructions?.[0]?.instructions.length).toBeGreaterThan(2)
    const [change] = (read?.meta?.postTokenBalances ?? []).filter((balance) => balance.owner === owner)
    expect(change).toMatchObject({ mint, uiTokenAmount: { amount: '2500000' } })
  })

  test('charges the transfer fee of a token', async () => {
    const ben = await client.signer('Ben')
    const { mint, decimals } = client.token('transfer-fee')
    const source = await holdingOf(ben.address, mint, token2022Program)
    const destination = await holdingOf(client.account('Cleo').address, mint, token2022Program)
    const held = async () => BigInt((await client.rpc.getTokenAccountBalance(destination).send()).value.amount)
    const before = await held()
    await client.send(ben, [
      getTransferCheckedInstruction(
        { source, mint, destination, authority: ben, amount: 100_000_000_000n, decimals },
        { programAddress: token2022Program },
      ),
    ])
    expect((await held()) - before).toBe(99_000_000_000n)
    const { value } = await client.rpc.getAccountInfo(mint, { encoding: 'jsonParsed' }).send()
    expect(value?.data).toMatchObject({
      program: 'spl-token-2022',
      parsed: {
        info: {
          extensions: [
            { extension: 'transferFeeConfig', state: { newerTransferFee: { transferFeeBasisPoints: 100 } } },
            { extension: 'metadataPointer', state: { metadataAddress: mint } },
            { extension: 'tokenMetadata', state: { name: 'Toll', symbol: 'TOLL' } },
          ],
        },
      },
    })
  })

  test('simulates a transaction without keeping it', async () => {
    const dan = await client.signer('Dan')
    const { mint, decimals } = client.token('usd')
    const owner = await somebody()
    const [source, destination] = [await holdingOf(dan.address, mint), await holdingOf(owner, mint)]
    const { wire } = await client.sign(dan, [
      getCreateAssociatedTokenIdempotentInstruction({ payer: dan, ata: destination, owner, mint }),
      getTransferCheckedInstruction({ source, mint, destination, authority: dan, amount: 1_000_000n, decimals }),
    ])
    const { value } = await client.rpc
      .simulateTransaction(wire, {
        ...{ encoding: 'base64', sigVerify: false, replaceRecentBlockhash: true, innerInstructions: true },
        accounts: { encoding: 'jsonParsed', addresses: [destination] },
      })
      .send()
    expect(value.err).toBeNull()
    expect(value.unitsConsumed).toBeGreaterThan(0n)
    expect(value.innerInstructions?.[0]?.index).toBe(0)
    expect(value.accounts[0]?.data).toMatchObject({ parsed: { info: { owner, tokenAmount: { amount: '1000000' } } } })
    expect((await client.rpc.getAccountInfo(destination, { encoding: 'base64' }).send()).value).toBeNull()
  })
})

describe('refuses', () => {
  test('a repeated transaction', async () => {
    const ada = await client.signer('Ada')
    const { wire } = await client.sign(ada, [
      getTransferSolInstruction({ source: ada, destination: await somebody(), amount: 1_000_000n }),
    ])
    await client.rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    const reason = await reasonOf(client.rpc.sendTransaction(wire, { encoding: 'base64' }).send())
    expect(isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED)).toBe(true)
  })

  test('a transaction that was modified after signing', async () => {
    const ada = await client.signer('Ada')
    const { wire, signature } = await client.sign(ada, [
      getTransferSolInstruction({ source: ada, destination: await somebody(), amount: 1_000_000n }),
    ])
    const bytes = Buffer.from(wire, 'base64')
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 3) ^ 1, bytes.length - 3)
    const changed = bytes.toString('base64') as Base64EncodedWireTransaction
    await expect(client.rpc.sendTransaction(changed, { encoding: 'base64' }).send()).rejects.toThrow(
      /signature verification/i,
    )
    await client.rpc.sendTransaction(changed, { encoding: 'base64', skipPreflight: true }).send()
    const { value } = await client.rpc.getSignatureStatuses([signature as Signature]).send()
    expect(value).toEqual([null])
  })

  test('a transfer above the balance', async () => {
    const dan = await client.signer('Dan')
    const work = client.send(dan, [
      getTransferSolInstruction({ source: dan, destination: await somebody(), amount: 9_000_000_000_000n }),
    ])
    const reason = await reasonOf(work)
    expect(String(reason)).toMatch(/custom program error/i)
  })

  test('a blockhash that is older than a minute', async () => {
    const own = await startSolana()
    try {
      const mine = createSolanaClient(own)
      const dan = await mine.signer('Dan')
      const to = await somebody()
      const { wire } = await mine.sign(dan, [getTransferSolInstruction({ source: dan, destination: to, amount: 1n })])
      own.advance({ slots: 152 })
      const reason = await reasonOf(mine.rpc.sendTransaction(wire, { encoding: 'base64' }).send())
      expect(isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)).toBe(true)
    } finally {
      await own.stop()
    }
  })

  test('parameters that make no sense', async () => {
    const call = async (method: string, params: unknown[]) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const answer = await fetch(solana.networks[0]?.rpcUrl ?? '', { method: 'POST', body })
      return ((await answer.json()) as { error?: { code: number } }).error?.code
    }
    expect(await call('getBalance', ['not an address'])).toBe(-32602)
    expect(await call('sendTransaction', ['AAAA', { encoding: 'base64' }])).toBe(-32602)
    expect(await call('requestAirdrop', [client.account('Ada').address, -1])).toBe(-32602)
    expect(await call('toString', [])).toBe(-32601)
  })
})

test('tells of accounts, logs and slots', async () => {
  const cleo = await client.signer('Cleo')
  const to = await somebody()
  const abort = new AbortController()
  const subscribe = { abortSignal: abort.signal }
  const [accounts, logs, slots] = await Promise.all([
    client.subscriptions.accountNotifications(to, { commitment: 'confirmed' }).subscribe(subscribe),
    client.subscriptions.logsNotifications({ mentions: [to] }, { commitment: 'confirmed' }).subscribe(subscribe),
    client.subscriptions.slotNotifications().subscribe(subscribe),
  ])
  const first = async <Value>(list: AsyncIterable<Value>): Promise<Value> => {
    for await (const value of list) return value
    throw new Error('ended')
  }
  const waiting = Promise.all([first(accounts), first(logs), first(slots)])
  const signature = await client.send(cleo, [
    getTransferSolInstruction({ source: cleo, destination: to, amount: 7_000_000n }),
  ])
  const [account, log, slot] = await waiting
  abort.abort()
  expect(account.value.lamports).toBe(7_000_000n)
  expect(log.value).toMatchObject({ signature, err: null })
  expect(slot.slot).toBe(slot.parent + 1n)
})

test('keeps its state over a restart, even after an incomplete line', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-solana-'))
  const started: Solana[] = []
  const start = async () => {
    const again = await startSolana({ folder })
    started.push(again)
    return createSolanaClient(again)
  }
  try {
    const first = await start()
    const dan = await first.signer('Dan')
    const to = await somebody()
    const pay = getTransferSolInstruction({ source: dan, destination: to, amount: 3_000_000n })
    const { wire, signature } = await first.sign(dan, [pay])
    await first.rpc.sendTransaction(wire, { encoding: 'base64' }).send()
    const { value: known } = await first.rpc.getSignatureStatuses([signature as Signature]).send()
    await started[0]?.stop()

    const { appendFile } = await import('node:fs/promises')
    await appendFile(join(folder, 'solana-9dhSvmE3DVgcbAUcuK4TrTR9HaFhjmPX.journal'), '432010 AAAA')
    const second = await start()
    expect((await second.rpc.getBalance(to).send()).value).toBe(3_000_000n)
    const { value } = await second.rpc.getSignatureStatuses([signature as Signature]).send()
    expect(value[0]?.slot).toBe(known[0]?.slot)
    const reason = await reasonOf(second.rpc.sendTransaction(wire, { encoding: 'base64' }).send())
    expect(isSolanaError(reason, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED)).toBe(true)
  } finally {
    for (const one of started) await one.stop()
    await rm(folder, { recursive: true, force: true })
  }
})
