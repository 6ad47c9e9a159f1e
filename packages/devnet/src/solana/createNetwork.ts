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
 * Makes a network as it was left, or a new one with two days behind it. What is kept is what was sent: it runs again, a thousand
 * transactions in less than a second.
 *
 * @param folder Left out: nothing is kept.
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
  // A clock that a test had moved on, or a machine's that was set back: no transaction lies in the future.
  const ahead = ledger.newestSlot() - clock.slot()
  if (ahead > 0) clock.advance({ slots: ahead })

  function send(transaction: SignedTransaction): TransactionRecord | undefined {
    const slot = clock.slot()
    // Before it runs: nobody is told of something that a killed process would not know any more.
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
