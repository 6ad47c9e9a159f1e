import { join } from 'node:path'
import { address, createNoopSigner } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { memo } from './keys/memo.ts'
import { signTransaction } from './keys/signTransaction.ts'
import { openJournal } from './ledger/Journal.ts'
import { createLedger, type Ledger } from './ledger/Ledger.ts'
import { readSignedTransaction } from './ledger/readSignedTransaction.ts'
import { createSlotClock, slotDuration } from './ledger/SlotClock.ts'
import type { SignedTransaction, TransactionRecord } from './ledger/TransactionRecord.ts'
import { type AnswerRpc, createRpcAnswers } from './rpc/answerRpc.ts'
import { RpcError } from './rpc/RpcError.ts'
import { type SolanaWorldAccounts, signerOf } from './world/accounts.ts'
import type { NetworkDefinition } from './world/networks.ts'
import { historySlots, seedSolana, solanaWorldVersion } from './world/seedSolana.ts'

/** A network that answers, though not yet on a port. */
export type Network = { ledger: Ledger; answer: AnswerRpc }

/**
 * Restores a network, or creates one with a history of two days. It stores the sent transactions and runs them again: a thousand
 * in less than a second.
 *
 * @param folder Without a folder, nothing is stored.
 */
export async function createNetwork({
  definition: { genesisHash, chainId },
  accounts,
  folder,
  now,
}: {
  definition: NetworkDefinition
  accounts: SolanaWorldAccounts
  folder: string | undefined
  now: () => number
}): Promise<Network> {
  const fresh = now() - historySlots * slotDuration
  const journal = folder
    ? openJournal({
        file: join(folder, `${chainId.replace(':', '-')}.journal`),
        version: solanaWorldVersion,
        genesisTime: fresh,
      })
    : undefined
  const clock = createSlotClock({ genesisHash, genesisTime: journal?.genesisTime ?? fresh, now })
  const ledger = createLedger({ clock })
  await seedSolana({ ledger, accounts })
  for (const { slot, wire } of journal?.entries ?? []) {
    const transaction = readSignedTransaction(wire)
    if (transaction) ledger.execute({ transaction, slot })
  }
  // A test may have moved the clock forward, or the machine's clock was set back. No transaction may be in the future.
  const ahead = ledger.newestSlot() - clock.slot()
  if (ahead > 0) clock.advance({ slots: ahead })

  function send(transaction: SignedTransaction): TransactionRecord | undefined {
    const slot = clock.slot()
    // Written before it runs. A client must not learn about a transaction that a killed process would lose.
    journal?.append({ slot, wire: transaction.wire })
    const outcome = ledger.execute({ transaction, slot })
    return 'dropped' in outcome ? undefined : outcome
  }

  let airdrops = 0
  function airdrop({ to, lamports }: { to: string; lamports: bigint }): TransactionRecord {
    const faucet = signerOf(accounts.faucet)
    airdrops += 1
    const wire = signTransaction({
      signers: [faucet],
      instructions: [
        getTransferSolInstruction({
          ...{ source: createNoopSigner(faucet.address), destination: address(to), amount: lamports },
        }),
        // Two in a slot would be one otherwise.
        memo({ text: `airdrop ${ledger.count()}.${airdrops}` }),
      ],
      blockhash: clock.blockhashOf(clock.slot()),
    })
    const transaction = readSignedTransaction(wire)
    const record = transaction && send(transaction)
    if (!record || record.error) throw new RpcError(-32603, 'airdrop request failed')
    return record
  }

  const identity = accounts.validator.address
  return { ledger, answer: createRpcAnswers({ ledger, genesisHash, identity, send, airdrop }) }
}
