import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors of names. */
export const nameErrors = {
  name_not_found: { status: 404, message: 'Nobody registered this name, or it has no address here' },
  name_resolve_failed: { status: 503, retryable: true, message: 'Error resolving name' },
  names_unavailable: { status: 404, message: 'There are no names to register here' },
  name_invalid: { status: 400, message: 'A name has 4 to 64 letters, digits and hyphens, and no hyphen at either end' },
  name_reserved: { status: 403, message: 'This name cannot be registered' },
  name_taken: { status: 409, message: 'Somebody has this name already' },
  name_confusable: { status: 409, message: 'This name looks like one that somebody has already' },
  name_limit: { status: 409, message: 'This account has a name already' },
  name_not_owned: { status: 403, message: 'This name belongs to another account' },
  name_attributes_invalid: { status: 400, message: 'A name does not take these texts' },
  name_message_invalid: { status: 400, message: 'The signed message is not one about a name' },
  name_message_mismatch: { status: 400, message: 'The signed message says something else' },
  name_message_expired: { status: 400, retryable: true, message: 'The signature came too late. Sign again' },
  name_message_used: { status: 409, message: 'This signature was used already. Sign again' },
  coin_type_invalid: { status: 400, message: 'This coin type is not one of a network of Ethereum’s family' },
  invalid_chain_id: { status: 400, message: 'Invalid chainId' },

  // The kit's own
  name_account_missing: { message: 'Address or auth connector not found' },
  name_register_failed: { retryable: true, message: 'Error registering name' },
  name_suggestions_failed: { retryable: true, message: 'Error fetching name suggestions' },
  names_failed: { retryable: true, message: 'Error fetching names for address' },
} as const satisfies Record<string, ErrorEntry>
