import type { AddressNotice, FieldLabel } from '@latchkey/clear-signing'

/** Labels of a request's fields. */
export const fieldTexts: Readonly<Record<FieldLabel, string>> = {
  amount: 'Amount',
  approvedFor: 'Approved for',
  contract: 'Contract',
  deadline: 'Deadline',
  from: 'From',
  minimumReceived: 'Minimum received',
  nonce: 'Number',
  operator: 'May move them',
  owner: 'Owner',
  paid: 'You pay',
  receiver: 'To',
  spender: 'Who may spend',
  token: 'Token',
  tokenId: 'Piece',
  authority: 'Who controls it now',
  feePayer: 'Network cost paid by',
  memo: 'Note on the chain',
  newOwner: 'New owner',
  program: 'Program',
  rent: 'Deposit for the account',
  tokenAccount: 'Token account',
}

/** Notices about an address, in two words. */
export const noticeTexts: Readonly<Record<AddressNotice['kind'], string>> = {
  own: 'Yours',
  known: 'Sent to before',
  firstTime: 'First time',
  lookAlike: 'Look-alike',
  tokenContract: 'A token’s contract',
  unchecked: 'Not checked',
}
