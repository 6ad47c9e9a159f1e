/** Behavior of a test card or account. */
export type Behaviour =
  /** Asks for the bank's code first. */
  | 'challenged'
  | 'declined'
  /** Is paid a few seconds later. */
  | 'pending'
  /** Pays at once. */
  | 'paid'
  /** Pays immediately. The seller is asked to fail the delivery. */
  | 'delivery_fails'
  /** Pays, and the bank reverses the payment immediately. The message of the payment arrives afterwards. */
  | 'taken_back'
  /** Sends every message three times at once. */
  | 'thrice'
  /** Sends the later message first. */
  | 'reversed'

/** A test number of the sandbox with its behavior. */
export type TestNumber = { number: string; behaviour: Behaviour; label: string }

/** The cards of the sandbox. No other number is taken. */
export const testCards: readonly TestNumber[] = [
  { number: '4111111111111111', behaviour: 'challenged', label: 'Pays after a code from the bank' },
  { number: '4000000000000002', behaviour: 'declined', label: 'Is declined' },
  { number: '4000000000000077', behaviour: 'pending', label: 'Takes a few seconds, then pays' },
  {
    number: '4000000000000341',
    behaviour: 'delivery_fails',
    label: 'Pays, then the delivery fails and the money goes back',
  },
  { number: '4000000000005126', behaviour: 'taken_back', label: 'Pays, and the bank takes it back at once' },
  { number: '4000000000000259', behaviour: 'thrice', label: 'Pays; every message to the shop comes three times' },
  { number: '4000000000000267', behaviour: 'reversed', label: 'Pays; messages to the shop come in the wrong order' },
]

/** The bank accounts of the sandbox. */
export const testAccounts: readonly TestNumber[] = [
  { number: '000123456789', behaviour: 'pending', label: 'Takes a few seconds, then pays' },
  { number: '000999999991', behaviour: 'declined', label: 'Is refused' },
]

/** Code that the sandbox's bank would send by text message. */
export const bankCode = '123456'
