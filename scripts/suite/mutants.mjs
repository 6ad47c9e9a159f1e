// Faults where money, keys, permissions, the index and the relay are at stake. Each takes one check away or turns
// it round; the file has `from` exactly once, and one of the tests must fail over it. `node scripts/codeMutants.mjs` plays them.

/**
 * @typedef {object} Mutant
 * @property {string} area
 * @property {string} file
 * @property {string} from
 * @property {string} to
 * @property {readonly string[]} tests the cheapest files that see it
 */

/** Those of one file, each a pair of texts. */
const inFile = (area, file, tests, ...changes) => changes.map(([from, to]) => ({ area, file, from, to, tests }))

const eip155 = 'apps/server/src/treasury/eip155'
const orders = 'apps/server/src/onramp/orders'
const vault = 'packages/vault/src'
const permissions = 'packages/smart-account/src/permissions'
const indexer = 'apps/server/src/indexer'
const relay = 'apps/server/src/relay'

/** @type {readonly Mutant[]} */
export const mutants = [
  ...inFile(
    ...['money', `${eip155}/hasPaid.ts`, [`${eip155}/hasPaid.test.ts`]],
    ['if (BigInt(status) !== 1n) return false\n', ''],
    ['hexToBigInt(data) > 0n', 'hexToBigInt(data) >= 0n'],
    ['topicOf(account), topicOf(receiver)]', 'topicOf(account), topicOf(account)]'],
    ['address.toLowerCase() === token &&', ''],
  ),
  ...inFile(
    ...['money', `${orders}/nextState.ts`, [`${orders}/nextState.test.ts`]],
    ['ranks[payment.state] >= ranks[before.payment]', 'ranks[payment.state] <= ranks[before.payment]'],
    ['if (deliversItself || isExact(payment.paid, total))', 'if (deliversItself || payment.paid)'],
    ['if (paid?.currency !== total.currency) return false\n', ''],
    ["if (isDelivered && before.refund !== 'none') return before\n", ''],
    ["return before.state === 'paid' ?", "return before.state === 'created' ?"],
    ["return payment.state === 'paid' || isGoingBack ? back('paid_late') : undefined", 'return undefined'],
  ),
  ...inFile(
    ...['money', `${orders}/remainingOf.ts`, [`${orders}/limits.test.ts`]],
    ['const rest = free - promised.paid', 'const rest = free'],
    ['promised.unpaid < most ? promised.unpaid : most', 'promised.unpaid'],
  ),
  ...inFile(...['money', `${eip155}/payOut.ts`, [`${eip155}/exactlyOnce.test.ts`]], [
    'Math.max(pending, highest === undefined ? 0 : highest + 1)',
    'pending',
  ]),
  ...inFile(
    ...['money', `${eip155}/judgePayout.ts`, [`${eip155}/payouts.test.ts`]],
    ['if (has < ofAsset) return', 'if (has < 0n) return'],
    ['...(native ? [] : [to])].some(', '].some('],
  ),
  ...inFile(
    ...[
      'money',
      'packages/bitcoin/src/payment/assertPayment.ts',
      ['packages/bitcoin/src/payment/assertPayment.test.ts'],
    ],
    ["if (sumOf(inputs) - sumOf(outputs) !== fee) throw differs('the fee')\n", ''],
    ['if (sighash > 1) throw', 'if (sighash > 3) throw'],
    ['read.lockTime !== lockTime', 'false'],
    ['input.value !== coin.value || ', ''],
  ),
  ...inFile(
    ...['money', 'packages/solana/src/transfer/assertTransfer.ts', ['packages/solana/src/transfer/transfer.test.ts']],
    ["if (said.amount !== transfer.amount) throw refuse('It moves another amount')\n", ''],
    ['if (isNamed && said.receiver', 'if (!isNamed && said.receiver'],
  ),
  ...inFile(
    ...['money', 'apps/server/src/swap/execution/encodeSwap.ts'],
    ['apps/server/src/swap/execution/encodeSwap.test.ts'],
    ['minimum: paysAtOnce ? minimum : 0n', 'minimum: 0n'],
    ['receiver: paysAtOnce ? account : itself', 'receiver: account'],
    ['args: [target, minimum, account]', 'args: [target, 0n, account]'],
  ),

  ...inFile(
    ...['keys', `${vault}/vault/sealVault.ts`, [`${vault}/vault/sealVault.test.ts`]],
    ["if (version < seenVersion) throw new ServiceError('vault_rolled_back')\n", ''],
    ["{ t: 'vault', v: version, walletId, address", "{ t: 'vault', v: version, address"],
    ['|| !isOfSeed({ address, seed: contents.seed }))\n    throw', ')\n    throw'],
  ),
  ...inFile(
    ...['keys', `${vault}/factors/factorMac.ts`, [`${vault}/factors/factors.test.ts`]],
    [
      'canonicalBytes([walletId, id, kind, pub, meta, createdAt])',
      'canonicalBytes([walletId, id, kind, meta, createdAt])',
    ],
    ['if (!(await verifyFactorMac(', 'if ((await verifyFactorMac('],
  ),
  ...inFile(...['keys', `${vault}/factors/sealToFactors.ts`, [`${vault}/factors/factors.test.ts`]], [
    'if (await verifyFactorMac({ factor, walletId, dataKey }))',
    'if (factor)',
  ]),
  ...inFile(...['keys', `${vault}/factors/factorBinding.ts`, [`${vault}/factors/derivePasswordSecret.test.ts`]], [
    'return equalText(factor.meta.bind, factorBindingOf({ secret, address }))',
    'return true',
  ]),
  ...inFile(
    ...['keys', `${vault}/factors/derivePasswordSecret.ts`],
    [`${vault}/factors/derivePasswordSecret.test.ts`, `${vault}/factors/passwordOprf.test.ts`],
    ["password.normalize('NFKC')", 'password'],
    ['concatBytes(stretched, output)', 'concatBytes(stretched)'],
    ['m > 1 << 18 ||', ''],
    ['params = passwordParams,', 'params = { m: 64, t: 1, p: 1 },'],
  ),
  ...inFile(
    ...['keys', 'apps/wallet/src/worker/createRareCalls.ts', ['apps/wallet/src/worker/createRareCalls.test.ts']],
    ['makeFactor({ ...options, params: costs.password })', 'makeFactor({ ...options, params: { m: 8, t: 1, p: 1 } })'],
    ['costs = { password: passwordParams,', 'costs = { password: { m: 64, t: 1, p: 1 },'],
  ),
  ...inFile(
    ...['keys', `${vault}/seal/hpke.ts`, [`${vault}/seal/hpke.test.ts`]],
    ['Uint8Array.of(psk ? modes.psk : modes.base)', 'Uint8Array.of(modes.base)'],
    ["label: 'info_hash', ikm: info", "label: 'info_hash', ikm: none"],
  ),
  ...inFile(...['keys', 'apps/server/src/vaults/passwordTries.ts', ['apps/server/src/vaults/passwords.test.ts']], [
    'tries.length >= passwordTriesPerDay',
    'tries.length > passwordTriesPerDay',
  ]),
  ...inFile(
    ...['keys', 'apps/server/src/auth/refreshSession.ts', ['apps/server/src/auth/refreshSession.test.ts']],
    ['if (isSameKey && isRetry && token.nextSealed)', 'if (isRetry && token.nextSealed)'],
    ['if (isSameKey && token.usedAt === null)', 'if (token.usedAt === null)'],
  ),
  ...inFile(...['keys', 'apps/server/src/auth/sessionLock.ts', ['apps/server/src/auth/sessionLock.test.ts']], [
    'return session.lockedAt !== null || isIdle',
    'return session.lockedAt !== null',
  ]),

  ...inFile(
    ...[
      'permissions',
      `${permissions}/checkCalls.ts`,
      [`${permissions}/checkCalls.test.ts`, `${permissions}/checkCalls.chain.test.ts`],
    ],
    ['value <= rule.valueLimit &&', ''],
    ['at > validUntil)', 'at > validUntil + 1)'],
    ['amount > allowance.limit - (spent[place] ?? 0n)', 'amount > allowance.limit'],
    ['used[place] = before + amount', 'used[place] = amount'],
    ['return word <= expected', 'return word < expected'],
  ),
  ...inFile(
    ...['permissions', `${permissions}/permissionsToGrant.ts`],
    [`${permissions}/permissionsToGrant.test.ts`],
    ['isAddressEqual(other.token, token)) !== place', 'isAddressEqual(other.token, token)) === -1'],
    ['period !== 0 && period < 60', 'period !== 0 && period < 6'],
    ['if (uncountableFunctions.has(selector)) refuse', 'if (false) refuse'],
    ['if (BigInt(valueLimit) > 0n && !hasCoin)', 'if (BigInt(valueLimit) > 0n && false)'],
    ['if (expiry <= now) refuse', 'if (expiry < now) refuse'],
  ),
  ...inFile(
    ...['permissions', 'apps/wallet/src/permissions/createPermissionStore.ts'],
    ['apps/wallet/src/permissions/permissionStore.test.ts'],
    ['found.expiry * 1000 < now', 'found.expiry < now'],
  ),

  ...inFile(
    ...['indexer', `${indexer}/fetchRange.ts`, [`${indexer}/fetchRange.test.ts`]],
    ['own.some(({ blockHash }) => blockHash !== block.hash)', 'false'],
    ['blocks[index - 1]?.hash !== block.parentHash', 'false'],
  ),
  ...inFile(...['indexer', `${indexer}/catchUp.ts`, [`${indexer}/catchUp.test.ts`]], [
    'first && last !== null && first.parentHash !== last',
    'false',
  ]),
  ...inFile(
    ...['indexer', `${indexer}/readTraces.ts`, [`${indexer}/readTraces.test.ts`]],
    ['if (frame.error) return\n', ''],
    ['path.startsWith(above.path)', 'path === above.path'],
    ['seen.size < transactionCount ? undefined', 'false ? undefined'],
  ),
  ...inFile(...['indexer', `${indexer}/pending.ts`, [`${indexer}/pending.test.ts`]], [
    'Number(block.number) <= head)',
    'Number(block.number) < head)',
  ]),
  ...inFile(
    ...['indexer', `${indexer}/unwind.ts`, [`${indexer}/reorg.test.ts`]],
    ['balances.amount - summed.change', 'balances.amount + summed.change'],
    ["'user_operations', 'trades', 'price_points']", "'user_operations', 'trades']"],
  ),

  ...inFile(
    ...['relay', `${relay}/token/verifyRelayToken.ts`, [`${relay}/token/verifyRelayToken.test.ts`]],
    ['exp + leeway < seconds', 'exp + leeway + 3_600 < seconds'],
    ['iat - lead > seconds', 'iat - lead > seconds + 1e9'],
    ['!audiences.has(toAudience(aud))', 'audiences.size === 0'],
    ["|| bytes.toString('base64url') !== signature", ''],
  ),
  ...inFile(
    ...['relay', `${relay}/createTokenBuckets.ts`, [`${relay}/limits.test.ts`]],
    ['Math.max(0, now - bucket.filledAt)', 'Math.abs(now - bucket.filledAt)'],
    ['bucket.tokens < -rate ?', 'bucket.tokens < -rate * 100 ?'],
    ['if (bucket.tokens < burst) left.set(clientId, bucket)\n', ''],
  ),
  ...inFile(
    ...['relay', `${relay}/store/createMailboxes.ts`],
    [`${relay}/store/createMailboxes.test.ts`, `${relay}/delivery.test.ts`],
    ['subscriber === letter.publisher || subscriber === clientId', 'subscriber === clientId'],
    ['if (ended) release(mailbox)\n', ''],
    ['mailbox.bytes -= letter.bytes\n', ''],
  ),
]
