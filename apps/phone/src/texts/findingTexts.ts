import type { FindingCode } from '@latchkey/clear-signing'

/** What each rule of clear signing says to the phone's owner. */
export const findingTexts: Readonly<Record<FindingCode, string>> = {
  methodForbidden: 'The phone does not sign this: it could not show you what you agree to.',
  chainMismatch: 'It is meant for another network than the connection’s.',
  accountMismatch: 'It is meant for another account than yours.',
  domainMismatch: 'It would sign you in somewhere else than at the site that asks. Accounts are stolen this way.',
  delegationUnknown: 'It would hand your account to a contract that the phone does not know.',
  malformed: 'It is written in a way that cannot be right.',
  unlimitedApproval: 'There is no limit: all you have of this token can be taken, today or later.',
  approvalForAll: 'Every piece of this collection can be moved away without another question.',
  permitSignature: 'The signature alone lets your tokens be spent; no transaction will ask you again.',
  firstTimeRecipient: 'You never sent to this address before. Compare it with the one you were given.',
  lookAlikeRecipient: 'This address looks like one you know, but is another. It is a known trick.',
  sendToTokenContract: 'This goes to the token’s own contract, where it is usually lost.',
  simulationFailed: 'The network would turn this down, and you would pay the fee for nothing.',
  simulationUnavailable: 'Nobody could try out what this does to your balances.',
  blindData: 'It cannot be read: you would agree to something unknown.',
  unverifiedContract: 'The phone does not know this contract.',
  expiredMessage: 'It has ended already, or has not begun.',
  signInTimes: 'The times in the text do not fit the time now.',
  hiddenCharacters: 'The text has characters that nobody sees. They are marked.',
  lossWithoutReturn: 'You give something away and nothing comes back.',
  insufficientFunds: 'Your balance does not cover the amount and the fee.',
  highFee: 'The fee is unusually high.',
  nonceGiven: 'The site chose the transaction’s number, and not the next one: it may replace another, or wait.',
  testNetwork: 'A test network: nothing here has a value.',
}
