import type { ErrorEntry } from './ErrorEntry.ts'

/** Errors of names. */
export const nameErrors = {
  name_not_found: { status: 404, message: 'This name is not registered, or it has no address on this network' },
  name_resolve_failed: { status: 503, retryable: true, message: 'Error resolving name' },
  names_unavailable: { status: 404, message: 'Names cannot be registered here' },
  name_invalid: { status: 400, message: 'A name has 4 to 64 letters, digits and hyphens, and no hyphen at either end' },
  name_reserved: { status: 403, message: 'This name cannot be registered' },
  name_taken: { status: 409, message: 'This name is already taken' },
  name_confusable: { status: 409, message: 'This name looks too similar to an existing name' },
  name_limit: { status: 409, message: 'This account already has a name' },
  name_not_owned: { status: 403, message: 'This name belongs to another account' },
  name_attributes_invalid: { status: 400, message: 'These text records cannot be set on a name' },
  name_message_invalid: { status: 400, message: 'The signed message is not a name request' },
  name_message_mismatch: { status: 400, message: 'The signed message does not match the request' },
  name_message_expired: { status: 400, retryable: true, message: 'The signature has expired. Sign again' },
  name_message_used: { status: 409, message: 'This signature was already used. Sign again' },
  coin_type_invalid: { status: 400, message: 'This coin type does not belong to an Ethereum-type network' },
  invalid_chain_id: { status: 400, message: 'Invalid chainId' },

  // The kit's own
  name_account_missing: { message: 'Address or auth connector not found' },
  name_register_failed: { retryable: true, message: 'Error registering name' },
  name_suggestions_failed: { retryable: true, message: 'Error fetching name suggestions' },
  names_failed: { retryable: true, message: 'Error fetching names for address' },
} as const satisfies Record<string, ErrorEntry>
