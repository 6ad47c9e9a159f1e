import { ServiceError } from '@latchkey/protocol/errors'
import type { FamilyAccount } from '../families/FamilyAccount.ts'
import { malformed, readFields } from '../families/readFields.ts'
import type { FamilyAsk } from '../rpc/createFamilyRpc.ts'
import { readBitcoinParams } from './readBitcoinParams.ts'

/** Address in an answer of `getAccountAddresses`; `intention` is its purpose. */
export type BitcoinAccountAddress = {
  address: string
  /** Hexadecimal, compressed. */
  publicKey: string
  path: string
  intention: 'payment' | 'ordinal'
}

/** Answers `getAccountAddresses`. @throws LatchkeyError `malformed_request`, `account_changed` for a foreign address */
export function answerBitcoinRead({
  params,
  accounts,
}: {
  params: unknown
  accounts: readonly FamilyAccount[]
}): BitcoinAccountAddress[] {
  const { account, intentions } = readFields(Array.isArray(params) ? undefined : params, ['account', 'intentions'])
  if (account !== undefined && account !== null) requireOwn(accounts, String(account))
  if (intentions !== undefined && intentions !== null && !Array.isArray(intentions)) throw malformed('intentions')
  return accounts.flatMap(({ address, publicKey, path, type }) => {
    const intention = type === 'ordinal' ? 'ordinal' : 'payment'
    if (Array.isArray(intentions) && intentions.length > 0 && !intentions.includes(intention)) return []
    return [{ address, publicKey: publicKey.replace(/^0x/, ''), path, intention }]
  })
}

/**
 * Answers signing requests, with the methods and answers of WalletConnect's `bip122` namespace.
 *
 * @throws LatchkeyError `malformed_request`, `account_changed` for a foreign address, and the errors of the approval
 */
export async function answerBitcoin({ method, params, accounts, ask, ...context }: FamilyAsk): Promise<unknown> {
  const read = readBitcoinParams({ method, params })
  requireOwn(accounts, read.account)
  const shared = { method, accounts, ...context }
  switch (read.method) {
    case 'signMessage': {
      const { method: _, ...asked } = read
      const { address } = asked
      requireOwn(accounts, address)
      const own = { ...asked, account: address }
      const { signed } = await ask({ ...shared, params: own, account: address, send: null })
      if (signed.kind !== 'bitcoinMessage') throw new ServiceError('signature_invalid')
      return { address, signature: signed.signature, messageHash: signed.messageHash }
    }
    case 'signPsbt': {
      const { method: _, ...own } = read
      for (const { address } of own.signInputs) requireOwn(accounts, address)
      const send = own.broadcast ? {} : null
      const { signed, transactions } = await ask({ ...shared, params: own, account: own.account, send })
      if (signed.kind !== 'bitcoinPsbt') throw new ServiceError('signature_invalid')
      const [sent] = send ? transactions : []
      return sent ? { psbt: sent.psbt ?? signed.psbt, txid: sent.id } : { psbt: signed.psbt }
    }
    case 'sendTransfer': {
      const { method: _, ...own } = read
      // Change must go back to the visitor.
      if (own.changeAddress !== undefined) requireOwn(accounts, own.changeAddress)
      const { transactions } = await ask({ ...shared, params: own, account: own.account, send: {} })
      return { txid: transactions[0]?.id }
    }
  }
}

function requireOwn(accounts: readonly FamilyAccount[], address: string): void {
  if (!accounts.some((own) => own.address === address)) throw new ServiceError('account_changed')
}
