/** Roles and permissions. */
export const section6 = [
  {
    id: '6.1',
    says: 'There are no user roles.',
    instead:
      'Visitors have none. A server may name its operators; only its own operator pages and figures ask for them.',
    because:
      'Operators see refunds, failed services and fees without access to the database. No action of a visitor depends on it.',
  },
  { id: '6.2', says: 'Safe RPC methods: read-only queries, sending a raw transaction, capabilities and assets.' },
  {
    id: '6.3',
    says: 'Not safe: personal_sign, typed data, sending a transaction, Solana signing, sending calls, granting and revoking permissions, sending a user operation.',
  },
  { id: '6.4', says: 'An unknown method is refused with “Requested RPC call is not allowed”.' },
  { id: '6.5', says: 'The UI says “Action not allowed”.' },
  { id: '6.6', says: 'Registering a name needs a connected address and the auth connector.' },
]
