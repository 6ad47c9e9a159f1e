// The threats that the embedded wallet (1 to 73), WalletConnect (74 to 81), smart accounts (82 to 91) and the wallet's other families (92 on) are built against, by their numbers. `open` says why a row has no test.
export const threats = [
  {
    row: 1,
    threat: 'Host script reads frame DOM/keys',
    defence: 'separate origin',
  },
  {
    row: 2,
    threat: 'XSS on host calls wallet API',
    defence: 'no CORS, Origin check, DPoP',
  },
  {
    row: 3,
    threat: 'XSS on host asks to sign',
    defence: 'approval in frame with verified origin',
  },
  {
    row: 4,
    threat: 'Unlisted site embeds the frame',
    defence: 'per-project `frame-ancestors`',
  },
  {
    row: 5,
    threat: 'Unknown/revoked projectId',
    defence: '403 + ancestors none',
  },
  {
    row: 6,
    threat: 'Nested framing (allowed site inside evil site)',
    defence: '`frame-ancestors` checks the whole chain; `ancestorOrigins` length',
  },
  {
    row: 7,
    threat: 'Sibling iframe forges messages',
    defence: '`event.source` check',
  },
  {
    row: 8,
    threat: 'Second hand-shake steals the channel',
    defence: 'first hello wins, private port',
  },
  {
    row: 9,
    threat: 'Wrong origin, same source (navigated parent)',
    defence: 'origin + ancestor check at hello, port dies with document',
  },
  {
    row: 10,
    threat: 'Malformed / prototype-polluting message',
    defence: 'strict schema, hasOwn dispatch, size caps',
  },
  {
    row: 11,
    threat: 'Message flood / prompt bombing',
    defence: 'caps, one open prompt, 6/min',
  },
  {
    row: 12,
    threat: 'Overlay clickjacking',
    defence: 'IOv2 + 500 ms arm',
  },
  {
    row: 13,
    threat: 'Reveal-then-click, double-click hijack',
    defence: 'continuous-visibility timer, arm delay in popup',
  },
  {
    row: 14,
    threat: 'Synthetic click',
    defence: '`isTrusted`',
  },
  {
    row: 15,
    threat: 'Engine without IOv2',
    defence: 'top-level approval window',
  },
  {
    row: 16,
    threat: 'Host forges approval result',
    defence: 'popup↔frame origin+source',
  },
  {
    row: 17,
    threat: 'Approval page framed',
    defence: "`frame-ancestors 'none'`",
  },
  {
    row: 18,
    threat: 'Theme hides amounts',
    defence: 'theme limited, contrast check',
  },
  {
    row: 19,
    threat: 'Host lies through rpcUrl / simulation',
    defence: 'server-configured RPC only',
  },
  {
    row: 20,
    threat: 'Unknown RPC method',
    defence: 'allow-lists',
  },
  {
    row: 21,
    threat: '`eth_sign`, foreign chainId, 7702 to unknown code',
    defence: 'refuse',
  },
  {
    row: 22,
    threat: 'SIWE phishing (other domain)',
    defence: 'domain must equal verified origin',
  },
  {
    row: 23,
    threat: 'Unlimited approval / permit / poisoned address',
    defence: 'decode + simulate + warn',
  },
  {
    row: 24,
    threat: 'Script injection in frame',
    defence: 'hash CSP, Trusted Types',
  },
  {
    row: 25,
    threat: 'Exfiltration from frame or worker',
    defence: '`connect-src`',
  },
  {
    row: 26,
    threat: 'CDN/server swaps bundle bytes',
    defence: 'CSP hash + SRI',
  },
  {
    row: 27,
    threat: 'Server swaps HTML (active operator attack)',
    defence:
      'reproducible build; release signed outside the server, whose key those who check pin; a check of bodies, headers and routes that runs once or as a monitor (rows 175 to 178); residual',
  },
  {
    row: 28,
    threat: 'npm supply chain',
    defence: 'lockfile, no install scripts, few deps, bill of materials (CycloneDX) with each release',
  },
  {
    row: 29,
    threat: 'DB leak',
    defence: 'A under KEK, vault under DEK, passwords and their keys under KEK, hashes',
  },
  {
    row: 30,
    threat: 'DB + KEK leak',
    defence: 'still needs D or R secret; a password can be guessed then, at the cost of Argon2id for each guess',
  },
  {
    row: 31,
    threat: 'Server plants a recovery recipient',
    defence: 'factor MAC under DEK',
  },
  {
    row: 32,
    threat: 'Server swaps vault/address at recovery',
    defence: 'bind tag before open',
  },
  {
    row: 33,
    threat: 'Server moves/corrupts shares',
    defence: 'AAD on rows, AEAD in frame',
  },
  {
    row: 34,
    threat: 'Server rolls back vault/factor list',
    defence: 'monotonic version in vault + device; only the control key lets an older one come back (row 149)',
  },
  {
    row: 35,
    threat: 'Server answers exists:false',
    defence: 'device with D refuses to create',
  },
  {
    row: 36,
    threat: 'Password guessed from sealed R',
    defence: 'Argon2id behind a blind evaluation by the server (rows 163 to 166), strength gate, R only after login',
  },
  {
    row: 37,
    threat: 'OTP brute force',
    defence: '5 tries, caps',
  },
  {
    row: 38,
    threat: 'OTP stolen in transit or by host',
    defence: 'bound to attempt + DPoP key',
  },
  {
    row: 39,
    threat: 'OTP phished live (relay)',
    defence:
      'gives only A, and no password can be tried on it without a counted evaluation; mail names app/device; passkey login offered',
  },
  {
    row: 40,
    threat: 'Mailbox takeover',
    defence: 'no key without factor; notices; 24 h freeze',
  },
  {
    row: 41,
    threat: 'Account enumeration',
    defence: 'same answers/timing',
  },
  {
    row: 42,
    threat: 'Mail bombing',
    defence: 'cooldown 30 s, caps',
  },
  {
    row: 43,
    threat: 'Mail scanner clicks the device link',
    defence: 'GET inert, number match + POST',
  },
  {
    row: 44,
    threat: 'Device link forwarded to victim',
    defence: 'number match, attempt-bound',
  },
  {
    row: 45,
    threat: 'Access token stolen',
    defence: 'DPoP, 10 min',
  },
  {
    row: 46,
    threat: 'Refresh token stolen',
    defence: 'key-bound, rotation, family revoke',
  },
  {
    row: 47,
    threat: 'DPoP proof replay',
    defence: 'jti cache, htm/htu/ath/iat',
  },
  {
    row: 48,
    threat: 'Two tabs race refresh',
    defence: 'Web Lock + grace',
  },
  {
    row: 49,
    threat: 'OAuth code/tokens seen by host',
    defence: 'server-side exchange, redeem by frame',
  },
  {
    row: 50,
    threat: 'OAuth login fixation / forwarded link',
    defence:
      'the window goes on for the browser that began alone (rows 150, 152); the visitor must come back with the cookie of the window; the session is for the DPoP key that began',
  },
  {
    row: 51,
    threat: 'Evil opener',
    defence:
      'the window listens to the wallet’s own pages alone, by their exact origin; what a page of a site says counts for nothing',
  },
  {
    row: 52,
    threat: 'Mix-up, nonce, state, PKCE faults',
    defence: 'iss/state/nonce/PKCE checks',
  },
  {
    row: 53,
    threat: 'Unverified e-mail links accounts',
    defence: 'key = iss\\|sub, linking needs step-up',
  },
  {
    row: 54,
    threat: 'COOP breaks opener (IdP or dapp)',
    defence:
      'polling redeem, ignore `popup.closed`; the cookie of the start or the number takes the place of the opener (row 152)',
  },
  {
    row: 55,
    threat: 'Storage wiped (ITP, WebKit restart)',
    defence: 'unlock ladder',
  },
  {
    row: 56,
    threat: 'Storage blocked',
    defence: 'memory session + notice',
  },
  {
    row: 57,
    threat: 'Tracking across dapps',
    defence: 'partitioning, project-scoped wallets',
  },
  {
    row: 58,
    threat: 'Lost/stolen device',
    defence: 'revoke deletes A_i, sessions',
  },
  {
    row: 59,
    threat: 'Disk malware copies profile',
    defence:
      'limit: D is readable while the wallet is open, and still needs A, so the session’s key as well; while it is locked, D is sealed to the passkeys that gave their PRF here, and to backup codes; smart-account limits',
  },
  {
    row: 60,
    threat: 'Shared computer, left open',
    defence:
      'the session locks on the server and in every tab after the idle time; then no share, no signature and no window without a passkey, a code or the provider; keys in memory only',
  },
  {
    row: 61,
    threat: 'Fake wallet UI asks for password/code',
    defence: 'secrets only in top-level window; passkey origin-bound',
  },
  {
    row: 62,
    threat: 'Silent passkey creation',
    defence: 'user activation',
  },
  {
    row: 63,
    threat: 'Authenticator without PRF, empty `prf:{}`',
    defence: 'enabled check, salt always, one retry',
  },
  {
    row: 64,
    threat: 'Export abuse',
    defence: 'step-up, window, audit, notice',
  },
  {
    row: 65,
    threat: 'E-mail change hijack',
    defence: 'two OTPs, undo, freeze',
  },
  {
    row: 66,
    threat: 'CSRF on wallet pages',
    defence: 'JSON + Origin + `__Host-` cookies',
  },
  {
    row: 67,
    threat: 'DNS rebinding',
    defence: 'Host check 421',
  },
  {
    row: 68,
    threat: 'Cookie tossing from sibling sub-domain',
    defence: '`__Host-` prefix, no API cookies',
  },
  {
    row: 69,
    threat: 'Logs leak secrets',
    defence: 'redactor',
  },
  {
    row: 70,
    threat: 'Audit tampering',
    defence: 'keyed hash chains, signed heads and anchors (row 180)',
  },
  {
    row: 71,
    threat: 'Weak randomness / nonce reuse',
    defence: 'CSPRNG only, RFC 6979',
  },
  {
    row: 72,
    threat: 'Recovery-node collusion/compromise',
    defence: 'R alone useless; own audit',
    open: 'there is no recovery node yet: custody is `self` only',
  },
  {
    row: 73,
    threat: 'Server outage',
    defence: 'D + HPKE(R) offline exit',
  },
  {
    row: 74,
    threat: 'Relay, or who knows a topic, forges, mirrors or repeats messages',
    defence: 'sealed with a key per session, ids bound to their topic, each message and request once',
  },
  {
    row: 75,
    threat: 'Pairing code read by others, or made to collide',
    defence: "one wallet has it, the rest are told; five minutes; a code cannot name a session's topic",
  },
  {
    row: 76,
    threat: 'Relay or wallet flooded',
    defence: 'calls cost what they cost the store; bounded mailboxes, topics, sockets, pending requests',
  },
  {
    row: 77,
    threat: 'A transaction that a paired wallet may have sent is told as failed, and sent again',
    defence: 'in doubt is said to be in doubt; late answers count; the same name is asked once',
  },
  {
    row: 78,
    threat: "Relay token replayed, somebody else's mailbox read, settled or ended",
    defence: "EdDSA, audience, time; a subscription and its receipts are the signing key's",
  },
  {
    row: 79,
    threat: 'One-click sign-in for another site, nonce, time, network or account',
    defence: 'compared with what was asked, text rebuilt, signature checked where it is stored',
  },
  {
    row: 80,
    threat: 'Two tabs own the client, or a frozen one wakes',
    defence: "Web Lock, fence in the storage's own transaction, nothing sent that is not stored",
  },
  {
    row: 81,
    threat: 'App lies about who it is; its picture calls home',
    defence: 'host as browsers write it, no invisible signs; pictures of named hosts alone',
  },
  {
    row: 82,
    threat: 'Server prepares another operation than was asked for: calls, sender, number, code, gas, payer, network',
    defence: 'the wallet writes the calls itself, compares every byte before and after signing, signs no code but ours',
  },
  {
    row: 83,
    threat: 'Site reaches what controls an account: its own functions, its modules, the entry point, nested signatures',
    defence: 'refused as a call, a step of several, a transaction of the owner, and typed data',
  },
  {
    row: 84,
    threat:
      'A session does more than it was granted: amount, target, function, argument, time, period, by a batch or by re-entrance',
    defence: 'rules and counters on the chain, one strict reading of the calls, the same judgement off the chain',
  },
  {
    row: 85,
    threat: 'A permission is more on the chain than on the card',
    defence: 'the wallet makes the rules itself and shows them; what cannot be said exactly is refused',
  },
  {
    row: 86,
    threat: 'An operation, authorisation or signature counts on another chain, for another account, session or purpose',
    defence: 'EIP-712 of the EntryPoint, session number in the nonce, nested signatures (ERC-7739)',
  },
  {
    row: 87,
    threat: "Somebody has the operator pay: executor, paymaster or a project's budget is drained",
    defence: 'own accounts and paymaster only, real cost measured, budgets in a ledger and on the chain',
  },
  {
    row: 88,
    threat: 'An operation is lost or executed twice: crash, two processes, reorganisation, reload',
    defence: 'written down before it is sent, the same bytes again, one process for a chain',
  },
  {
    row: 89,
    threat: 'Somebody else takes the account over: first owner, module, delegate call, call to itself',
    defence: 'the factory alone initialises; the account alone changes itself; no delegate call',
  },
  {
    row: 90,
    threat: 'A session acts after it was revoked, or a number comes back',
    defence: 'the server stops signing at once, the chain for good; a number is never used again',
  },
  {
    row: 91,
    threat: 'A request has the server fetch an address that a stranger chose',
    defence: 'no address of a caller is fetched, and none that a contract names',
  },
  {
    row: 92,
    threat: 'A page names a network of another family, or one for tests where the main one is meant',
    defence:
      "a method is of one family and for its network in use alone; Bitcoin's test networks have keys of their own",
  },
  {
    row: 93,
    threat: 'A page has a transaction signed as a message',
    defence: 'whatever may be one is refused where it is described and once more where it is signed',
  },
  {
    row: 94,
    threat: "Server lists an account of Solana or Bitcoin that is not the visitor's",
    defence: 'addresses are derived from the seed and kept by the device',
  },
  {
    row: 95,
    threat: 'A signed transaction of Solana or Bitcoin is another than was shown, or leaves twice',
    defence: 'decoded again before it leaves, written down first, the same bytes again and no others',
  },
  {
    row: 96,
    threat:
      "A PSBT signs more than it shows: inputs that are not the visitor's, another signature hash type, a false amount",
    defence:
      'exactly the inputs that are shown, each of the address that is named; amounts proven or asked of the chain',
  },
  {
    row: 97,
    threat: "A name is taken that looks like another's",
    defence:
      'ASCII labels, one skeleton for what looks alike, unique in the database; reserved words and what looks like them',
  },
  {
    row: 98,
    threat: 'A signature about a name is used again, elsewhere, late or for something else',
    defence:
      'the text says name, time, address and coin type; each is used once, in the transaction of its change; the chain of the coin type alone is asked',
  },
  {
    row: 99,
    threat: 'One visitor takes many names',
    defence: 'one name for an account and project under a lock, names for a network address by the hour and the day',
  },
  {
    row: 100,
    threat: "A gateway, or whoever stands in its way, answers another address than a name's own",
    defence:
      'each answer is signed for one contract and one question, for 300 s; the contract asks for a key that its owner named, and forgets it when the owner does',
  },
  {
    row: 101,
    threat: 'Messages of a payment provider are forged, replayed or reordered',
    defence:
      'signed by the provider; each counts once; whatever they say, the provider is asked how the payment stands',
  },
  {
    row: 102,
    threat: 'Ids of purchases are guessed, or found where they do not belong',
    defence: '128 random bits, read in their project alone; in no log, no link and no history',
  },
  {
    row: 103,
    threat: 'What is paid, or bought for it, is changed on the way',
    defence: 'the order takes what the offer said, within its minute; another amount than that goes back',
  },
  {
    row: 104,
    threat: 'A purchase is delivered twice, or delivered and given back, or neither',
    defence:
      'one state machine under a row lock; what is owed is written with the state; the treasury pays each id once; killed at every step in a test',
  },
  {
    row: 105,
    threat: 'Limits are passed by many purchases at once',
    defence:
      'counted in the transaction that makes the order, under locks of the address, the site’s visitor and the stock; by network address (/64 and /48) for an hour; unpaid orders hold a share of the stock at most, and failed deliveries count for the day',
  },
  {
    row: 106,
    threat: 'The page of a payment leads back to somebody else',
    defence: 'pages of the project’s origins alone',
  },
  {
    row: 107,
    threat: 'The operator’s hook is led elsewhere, or kept waiting',
    defence: 'the configured address alone, no redirects, 5 s; whatever is no yes is a no',
  },
  {
    row: 108,
    threat: 'A purchase is offered at a price that is none',
    defence:
      'no price, an old one, an index behind its chain’s head or no stock: no offer; sold at the highest price of the last half hour, and not where it jumped; estimates of the kit are marked and cannot be paid',
  },
  {
    row: 109,
    threat: 'A sign-in message is used a second time, by its sender or whoever copied it, at the same moment or later',
    defence:
      'its nonce is used in the transaction that signs in, under a lock: once for a network, and for one address; whatever form the signature has. What breaks down before the end leaves the nonce as it was',
  },
  {
    row: 110,
    threat: 'A message that was signed for another site, or one that looks like it, signs in here',
    defence:
      'domain, scheme and URI are those of the page that asks, to the letter; without a page, those of an exact origin of the project; sites of one project are strangers to one another',
  },
  {
    row: 111,
    threat:
      'A statement writes fields: a nonce, another site, what is allowed; or a message allows what it does not say',
    defence:
      'a message is read line by line, and written again must be the text to the letter; no line breaks, no characters that are not seen; a recap (ERC-5573) is the last resource, and the sentence says all of it',
  },
  {
    row: 112,
    threat: 'An old message, one for later, or one of a device whose clock is wrong',
    defence:
      'the server’s clock alone: a nonce of five minutes, issued within those and a minute of difference, expiration and beginning; without a time of issue none',
  },
  {
    row: 113,
    threat: 'A signature counts for another account, another network, or a contract that is somewhere else',
    defence:
      'account and network of the request are those of the message; contracts are asked on that network, and what they say is kept for it alone; nothing is unwrapped twice',
  },
  {
    row: 114,
    threat:
      'A visitor is signed in as the attacker, or a signed message that was taken from them is sent by another browser',
    defence:
      'nonces carry a MAC over the project and a cookie of the browser that asked; they are stored nowhere until they are used, so that asking for many fills nothing',
  },
  {
    row: 115,
    threat: 'Session fixation: a cookie that was planted before the sign-in shows its planter who came after',
    defence:
      'each sign-in and sign-out gives a new token; an unknown token, or one of another project or page, is never taken over; the token of before sees those of before alone',
  },
  {
    row: 116,
    threat: 'A session’s cookie is stolen and used elsewhere, or after the sign-out',
    defence:
      'HttpOnly cookies; a new token a day, and a copy that comes after it ends the session, whoever has it; signing out counts on the server at once; every browser of an account is listed, and ended from any other. Residual: a copy that is used within the day looks like its owner',
  },
  {
    row: 117,
    threat: 'Another page has the browser ask with its cookies (CSRF), or reads the answer',
    defence:
      'SameSite=Strict, `__Host-`; the origin is one of the project’s before anything else is looked at, whatever the body’s type; a session is for one origin; answers may be read by that page alone, never by all',
  },
  {
    row: 118,
    threat: 'Whoever reads the logs, or a copy of the database, signs in as somebody',
    defence:
      'tokens are kept as SHA-256; no token, cookie, message or signature is logged, not even by what fails; the messages that were signed are kept for as long as the sign-in, and a used one is worth nothing',
  },
  {
    row: 119,
    threat: 'A token that tells a backend who is signed in is forged',
    defence:
      'ES256 and the published keys of the one configured server alone; no other algorithm, no key and no address that the token brings along, no extension that must be understood',
  },
  {
    row: 120,
    threat: 'A token for another backend, of another server or for another use is taken',
    defence:
      'issuer, audience, kind (`siwx+jwt`), times and the origins of pages are all checked; a token names its project; audiences are the page’s origin and those of the configuration; keys sign for one purpose; a backend has to name the origins of its pages, or say that it takes any',
  },
  {
    row: 121,
    threat: 'A stolen token is used by a second client',
    defence:
      'with a DPoP proof (RFC 9449) it is bound to a key that cannot be taken out of the browser: of no use as a bearer, without a proof, with a proof of another key, request or token, or with one that was used before',
  },
  {
    row: 122,
    threat: 'Somebody who signed out is still known to a backend',
    defence:
      'a token lives for five minutes and no longer than its session, and there is no new one; a backend asks for one of this moment where that is too long',
  },
  {
    row: 123,
    threat: 'The key that signs tokens leaks, grows old or signs for something else',
    defence:
      'sealed for its purpose; renewed after 30 days, published an hour before it signs and a day after; one that the operator takes away is out within a minute, and within the minutes for which backends keep the keys',
  },
  {
    row: 124,
    threat: 'A backend is led to other keys, kept busy fetching them, or left without them',
    defence:
      'keys come from the configured address alone, without redirects, 5 s and 64 kB at most; keys that nobody knows are looked for every 30 s at most; while the server is away the known ones go on for an hour, and no token is called bad for it',
  },
  {
    row: 125,
    threat: 'A signature on Solana that needs no secret, or that is written in a second way',
    defence:
      'keys and points of small order, second spellings of a key and S beyond the order are refused; 64 bytes, no more and no less',
  },
  {
    row: 126,
    threat: "A contract's word counts for another account, another chain, or an account that has no code",
    defence:
      'the account itself is asked, on the one chain that it names; what makes it (ERC-6492) runs within the question alone, is no wrapper in a wrapper, and must leave code at that address. Residual: it is one node’s word; a node that lies signs in as any account of its chain (`proof: contract`), as an operator that is listed for it, too. Several upstreams do not help, they stand in for one another; nodes of one’s own do, and a key on another chain',
  },
  {
    row: 127,
    threat: 'A contract that is asked about a signature keeps the server busy, or sends it more than it can hold',
    defence:
      'one call with the gas of one transaction, which bounds its time and what comes back; exactly the word of ERC-1271 counts, whatever stands behind it',
  },
  {
    row: 128,
    threat:
      'A proof of a Bitcoin address (BIP-322) signs something else: an open signature, another transaction, a later time',
    defence:
      'the whole transaction is made again and must be equal but for its proof; SIGHASH_ALL, strict DER and low S alone; no more inputs, no lock times',
  },
  {
    row: 129,
    threat: 'The fast library for secp256k1 takes what the other refuses',
    defence:
      'both answer alike for random, malformed and borderline signatures, a test with a seed; signatures made are the same bytes',
  },
  {
    row: 130,
    threat: 'The embedded wallet signs in to a site that only says that the visitor has logged in, once more, or later',
    defence:
      'signed only by the frame that saw the login completed on its own card, window or link, for the request that the card told of; once; never for a session that comes back, nor for a code that the page took',
  },
  {
    row: 131,
    threat: 'A login has the embedded wallet sign in elsewhere, later, or to more than a sign-in',
    defence:
      "the verified origin's host and address alone, of now, no resources, a short plain statement; every field is read again in the very text, and clear signing finds nothing to say; anything else waits for a prompt",
  },
  {
    row: 132,
    threat: 'A login has the embedded wallet sign for networks that nobody asked about',
    defence:
      'networks of Ethereum type that the wallet has, five at most, each once, and the one account that is in use',
  },
  {
    row: 133,
    threat: 'The visitor does not know that the login signs in, or what is said in their name',
    defence:
      'the card of the login says so, and shows the whole statement, before there is anything to do; whoever takes the card away, or leaves the page, gets a prompt; the signature is the one that the prompt would have given',
  },
  {
    row: 134,
    threat: 'An answer of the server is lost, and the visitor signs again and again, or a second time for nothing',
    defence:
      'a lost answer is looked up before anything is said; a signature that the server may never have heard goes there once more, unchanged, with the next try, and a new one is asked for only after a refusal; who left, or disconnected, has given it up; nothing is tried by itself',
  },
  {
    row: 135,
    threat:
      'A page shows somebody as signed in whose session ended in another tab or browser, or signs somebody out because the server is away',
    defence:
      'tabs tell one another, and the server is asked when the visitor comes back; one look at a time, the last one counts; a server that is away has said nothing; a view that binds comes back with the question',
  },
  {
    row: 136,
    threat: 'A wallet is asked to sign in an account that is not the one shown, or without anybody’s doing',
    defence:
      'every answer carries the number of its attempt; the wallet is asked for the account and network in use at that moment alone; one request at a time; a model with two tabs, four wallets and a server that comes and goes',
  },
  {
    row: 137,
    threat: 'A page takes a session for an account that never signed it, or gives away what was signed',
    defence:
      'the message of each session is read strictly and must be of the account and network that it is said to be of; messages and signatures travel in bodies alone, with the cookie of the server that the site names',
  },
  {
    row: 138,
    threat:
      'Somebody sees or changes the saved addresses, settings or purchases of another account, or has a change of their own lost',
    defence:
      'kept by project and account, and asked for by the session alone: naming another account is as good as no session; a contract’s by its chain; purchases only for who gets them, without those that nobody paid; counted under a lock, settings changed by the number of the last change; cleaned labels, checked addresses; none of it in a log',
  },
  {
    row: 139,
    threat: 'Somebody who is not the operator reaches what is the operator’s, or a route of it forgets to ask',
    defence:
      'one guard on the server, before any handler; a test asks every route below `/v1/operator/` as nobody and as somebody else; accounts of the configuration alone, contracts on their chain; `/v1/me/roles` tells who asks of their own role alone',
  },
  {
    row: 140,
    threat: 'A page of the site shows what is kept for one account to whoever uses the next one',
    defence:
      'nobody is signed in for the pages until the kit says so of the account in use; private answers are cached under the account and dropped with it, also those on their way; the pages are made anew for each account',
  },
  {
    row: 141,
    threat: 'The operator’s page shows figures to somebody who is not, or no longer, the operator',
    defence:
      'the server decides with each reading (row 139); a refusal takes what was shown before away; no link leads there for others',
  },
  {
    row: 142,
    threat:
      'A signature that a site gets (`personal_sign`, typed data) enrols a foreign device, poisons recovery or destroys the wallet',
    defence:
      'each change is allowed by a control key of the seed that signs nothing else and has no address; recovery offers every splitting of a factor, newest first, and tries each',
  },
  {
    row: 143,
    threat: 'A site has a text signed that a server of a wallet takes, or one that looks like it',
    defence: 'refused in every signing method of every family, in whatever letters, encodings or hidden characters',
  },
  {
    row: 144,
    threat: 'A control proof is used for another action, body, device, user or wallet, or once more',
    defence:
      'it signs the action, wallet, user, device and the SHA-256 of the body; bodies name the epoch or version that they replace',
  },
  {
    row: 145,
    threat: 'Somebody names a control key of their own for a wallet',
    defence:
      'the address signs a claim that no signing method can sign (first byte 0x80); a wallet with a control key takes no other',
  },
  {
    row: 146,
    threat: 'The naming of the control key of an older wallet is cut off, or done by two tabs',
    defence:
      'naming it again changes nothing; the next opening or change goes on; a foreign key at the server is told of',
  },
  {
    row: 147,
    threat: 'A change of the data key locks the owner out',
    defence:
      'the epoch before is kept for seven days, sealed as it is, and comes back by mail or from a device of either epoch; a second change gives up no earlier one, an undoing is archived too',
  },
  {
    row: 148,
    threat: 'A change that was taken back locks a device out',
    defence:
      'devices keep replaced shares for eight days; versions count on; an older vault is accepted by the control key’s word',
  },
  {
    row: 149,
    threat: 'Server rolls the vault back in the guise of an undoing',
    defence: 'the control key’s word names one vault and a time; a device that saw a newer vault after it accepts none',
  },
  {
    row: 150,
    threat:
      'A script in a listed site begins a login elsewhere, with a key of its own, opens its window in the visitor’s browser and answers for it',
    defence:
      'the wallet’s frame in the page that opened the window vouches for it, and for no attempt but its own: window and frame are of one origin and reach each other past the page; the page is given no handshake',
  },
  {
    row: 151,
    threat:
      'The provider knows the visitor and sends them back at once: the window has signed them in before they did anything',
    defence:
      'the window names site, app and device and leaves with a trusted click alone, on a button that was in front for half a second; for a key that the account has not seen the provider is told to ask, where it can; where the answer shows that only another account knows the key, the visitor is sent back once to be asked',
  },
  {
    row: 152,
    threat:
      'A window without an opener, or a page that goes to the provider itself, finishes an attempt of another browser',
    defence:
      'the cookie of the start, where the browser hands it to the window; else the two digits that the frame shows, typed into the wallet’s page, three tries. Residual: a script that draws the wallet’s card can ask a visitor to type its own number',
  },
  {
    row: 153,
    threat:
      'A login on a device that is not the owner’s goes unnoticed: no notice, one that is suppressed, or one among hundreds',
    defence:
      'every login of a key that the account has not seen is mailed at once, outside of the budget of login mails; after twenty in a day no further key gets in. Residual: an account without any address has nowhere to be told',
  },
  {
    row: 154,
    threat:
      'The link that ends a login is followed by a scanner, used twice, or turned against the owner by a thief of the mailbox',
    defence:
      'looking changes nothing; it works once, for seven days, for the one device; the key stays out for a day, but a passkey lets it in; a device that holds the wallet keeps its share',
  },
  {
    row: 155,
    threat: 'A session that nobody used for long, or that was locked, still gets the share or changes the wallet',
    defence:
      'the server measures use itself and refuses a locked session everywhere but at the endpoints that say so in the contract; a test asks every endpoint; reading the wallet is no use; only a step-up or a login unlocks',
  },
  {
    row: 156,
    threat: 'Somebody pretends that the server is away and takes the secret out without its permission',
    defence:
      'the way out opens only when no answer comes in time that is signed, over a fresh nonce, by a key that the device pinned while all was well; it leaves a notice on the device and a report that is sent when the server answers again, noted once and mailed',
  },
  {
    row: 157,
    threat: 'Somebody at an open browser makes a way back in and opens the wallet with it at once',
    defence:
      'the first factor needs a step-up too once the login is older than five minutes; without the server only factors count that are 72 hours old by the vault’s own date and by this device’s memory',
  },
  {
    row: 158,
    threat: 'The disk of a device with a locked wallet is copied, or the lock is cut off half way',
    defence:
      'the box of D is sealed (HPKE, an info of its own) to every passkey and backup code where a passkey has given its PRF on the device; one write exchanges the plain box for the sealed one, and the next page makes up for a write that was cut off',
  },
  {
    row: 159,
    threat: 'The page around the frame has a locked wallet opened, or the mailbox filled with codes',
    defence:
      'nothing is asked or sent before a click on the wallet’s own card, which has to be seen for as long as that of an approval; where the engine cannot tell, the confirmation is given in a window of the wallet',
  },
  {
    row: 163,
    threat: 'A login alone (mailbox, provider account, stolen session) is enough to guess the password offline',
    defence:
      'a device that has not opened the wallet is told no more of a password than its id: no public key, salt or costs; its secret needs an evaluation by the server (OPRF, RFC 9497) for every guess. Passwords of earlier versions give such a device nothing until they are set again',
  },
  {
    row: 164,
    threat: 'Passwords are tried through the server, unnoticed or without end',
    defence:
      'ten evaluations in 24 hours for an account, whatever the login, device or password; counted in the database under a lock before the answer, each reported by mail and written down; elements that are malformed or the identity are refused. Residual: somebody with a login can use the tries of a day up',
  },
  {
    row: 165,
    threat: 'A copy of the database is enough to guess the password',
    defence:
      'the key of the evaluation and the whole factor are sealed under the key-encryption key, for their wallet and factor; nothing that is stored is a function of the evaluation alone, so that with the key-encryption key every guess costs Argon2id',
  },
  {
    row: 166,
    threat: 'The way out without the server gives the password away to a thief of mailbox, provider or database',
    defence:
      'the key of the evaluation lies in the vault, under the data key, and on each device that has opened the wallet, under that device’s share D; it is sent to the server once, when the password is set, and to no device by the server',
  },
  {
    row: 167,
    threat: 'One network address, or many, take all WebSockets and event streams of the server',
    defence:
      'so many by address, by /48 and in sum, on every route, before the handshake; a full server takes the newcomer’s place from the network with the most; idle, slow and never-ending ones are ended; a test finds any route that goes another way',
  },
  {
    row: 168,
    threat: 'Messages that never end fill the memory of the server',
    defence:
      '256 KiB a message; what is not whole counts, with its pieces, against its address, its /48 and everybody, and above the total the network that holds the most loses its largest; 20 seconds from the first byte to the last; the process is measured under attack',
  },
  {
    row: 169,
    threat: 'Requests and messages are read and parsed for senders who are not let in, or stop halfway',
    defence:
      'rate limit and session before the first byte; 64 KiB a body where the endpoint needs no more; the same budget as row 168; 30 seconds for a whole request',
  },
  {
    row: 170,
    threat: 'Somebody uses up the mails of an address, or floods one mailbox under many addresses',
    defence:
      'mails are counted by mailbox: without sub-addresses, and without signs that its provider ignores; five more a day for devices and sessions of the account. Residual: on a new device the owner may have to log in by passkey that day',
  },
  {
    row: 171,
    threat: 'Mails asked for from one network, or many, turn the login of a project off',
    defence:
      'budgets by /24, /64, /48 and project, in the database; work instead of a refusal from the half on; a fifth of the project’s for known accounts alone, whose networks are counted apart; metrics and a line in the log at 50 and 80 percent',
  },
  {
    row: 172,
    threat: 'The work before a mail is done once for many mails, by others, or ahead of time',
    defence:
      'a challenge is signed, bound to project, mailbox, device key and network, good once and for two minutes, and rises with what was sent; a wrong answer ends it; hard bounds stay behind it',
  },
  {
    row: 173,
    threat: 'The work before a mail locks visitors up, or is visible to the site',
    defence:
      'a worker of its own with checked bytes, a card that says so and can be closed, three challenges and twenty seconds at most; the host sees a login that takes longer, no challenge and no code of it',
  },
  {
    row: 175,
    threat: 'Server serves the published pages with a missing or weaker policy',
    defence:
      'the signed release lists the headers of every answer; the check compares all of them, and refuses headers that loosen (CORS, cookies, service workers)',
  },
  {
    row: 176,
    threat: 'Server serves a further page on the wallet’s origin, which reads the wallet’s storage',
    defence:
      'the release lists every path; the check probes typical, neighbouring and random others, which must refuse with a policy that runs nothing. Residual: a path that cannot be guessed is not found',
  },
  {
    row: 177,
    threat: 'Server publishes a forged release about itself',
    defence:
      'Ed25519 signature in minisign’s format, made outside the server, checked against a pinned key before anything is compared; the sources are built and compared as well',
  },
  {
    row: 178,
    threat: 'Server answers some visitors differently',
    defence:
      'the check asks as several browsers and languages, with compression, from any machine and again and again. Residual: a server that knows the checking machine by its address',
  },
  {
    row: 179,
    threat: 'A key-encryption key leaked, and stays good for every old row',
    defence:
      'a new key seals all rows in the background, one row at a time, resumable and safe with several processes; the old key is then retired; indexes have a root of their own; cipher and HMAC keys are derived apart. Residual: copies of the database from before stay readable with it, and a database made before version 0.2 keeps the root of its indexes',
  },
  {
    row: 180,
    threat: 'Somebody who can write the database rewrites the audit log',
    defence:
      'entries are HMACs under a key of the server’s root; heads and anchors are signed; the server verifies the log every hour and alarms, a command verifies all. Residual: who put back old copies of the entries, heads and anchors together is found by anchors that were kept elsewhere (the server’s log has them)',
  },
  {
    row: 181,
    threat: 'A hole in the public API gives the key-encryption key and the wallets’ shares',
    defence:
      'the wallet’s origin runs as a process and a database role of its own; the API’s process refuses to start with the key, and its role has no right on the wallet’s tables and sees no signing key of the wallet. Residual: one process with everything is the default',
  },
  {
    row: 182,
    threat: 'An incident is handled by guessing: the wrong step, or one that cannot be checked',
    defence:
      'a runbook for each of server, database, mailbox, key and login provider, whose commands a test runs against a running server and PostgreSQL',
  },
  {
    row: 183,
    threat: 'A login with a passkey is used as the signature of an account that the passkey owns',
    defence:
      'the account stores the hash of the relying party’s id with the passkey, its address commits to it, and the contract checks it; a challenge of the server is the hash of a text that names its purpose, and the wallet checks that before it asks the passkey',
  },
  {
    row: 184,
    threat: 'A session acts after its end, or has none',
    defence:
      'the contract refuses an end of zero, an end before the beginning and periods under 60 s when a session is granted; validation never returns a window that ends at zero',
  },
  {
    row: 185,
    threat: 'The paymaster pays the network’s gas for anybody, by accounts that are made for it',
    defence:
      'only accounts whose address and owner are those of this server’s embedded wallets, asked for by a page of the project or a granted session; less for new accounts, so many of one network address; the operator opens it by name',
  },
  {
    row: 186,
    threat: 'A warning of a loss is talked away: by a made-up token, one unit of a coin, or a second instruction',
    defence:
      'only coins and listed tokens above a dust amount count as a return, at half the value where all prices are known; Seaport orders and Solana are judged by the same rule; rent of own accounts is no return; each instruction of several counts',
  },
  {
    row: 187,
    threat: 'A visitor reaches methods of the node’s operator, test tools or paid provider APIs through the gateway',
    defence: 'a list of methods for each family; all else is refused; the operator adds others by their exact names',
  },
  {
    row: 188,
    threat: 'A page has a call signed as typed data, which anybody may send later (meta-transaction)',
    defence: 'known types and any struct that carries a call of the signer’s are shown with a warning of their own',
  },
  {
    row: 189,
    threat: 'A page mounts the frame anew, or several times, to show more prompts',
    defence: 'prompts are counted for each origin and project in the wallet’s own storage, which all its frames share',
  },
  {
    row: 190,
    threat: 'Server and backends judge a proof of a key (DPoP) differently',
    defence: 'one verifier for both, with its reasons; each only says them in its own errors',
  },
  {
    row: 193,
    threat:
      'A script in the site puts steps together that are harmless alone: masked cards, its own pop-ups and frames, requests of every kind, a login stolen elsewhere',
    defence:
      'the rules of each step hold in every order: random runs of up to 12 steps against the real frame and server gain no login, key, unapproved signature or broken wallet; switching off one defense is found',
  },
  {
    row: 194,
    threat: 'A thief of the mailbox or of the account at a provider tries every endpoint in every order',
    defence: 'as row 193: a login alone gains no key, no factor, no poisoned recovery and no destroyed wallet',
  },
  {
    row: 195,
    threat: 'Somebody sits at the open or locked browser of the owner, and uses every card and every window',
    defence: 'as row 193: no key, recovery phrase or untold factor; at a locked browser no signature either',
  },
  {
    row: 196,
    threat: 'A node answers every request with whatever it likes, or one /48 sends whatever it likes',
    defence: 'as row 193: nothing is signed that the owner did not ask for; another visitor can still log in',
  },
  {
    row: 197,
    threat:
      'A payment link put into the receiver’s field pays somebody else, another amount or on another network than it says, or has a website write what is signed',
    defence:
      'only plain payments of EIP-681, Solana Pay and BIP-21 are followed, amounts digit by digit; a part that would have to be honoured, a part that stands twice and Solana Pay transaction requests refuse the link; nothing is filled in before its network is the one in use, and the review shows everything as for any payment',
  },
  {
    row: 198,
    threat: 'A login that outlives a reload is gone on with by another site, another tab or another device',
    defence:
      'the tab keeps the address, the number of the attempt and its times, never a code; kept by project and verified origin of the site, for ten minutes; the server takes the code with the key of this device alone',
  },
  {
    row: 199,
    threat:
      'A thief of the mailbox, of a login or of a session leads the login to a new wallet, to take the owner’s place, its address or what arrives later',
    defence:
      'only a wallet that no login can open is left, after a code of the mail typed on the asking device; the old account keeps wallet, devices and sessions, and a device that holds the wallet logs in there for ever; every mailbox and device is told; the device leads the login back at any time, the mail for thirty days; the newer account changes nothing of the login while a device holds the wallet that was left, and has no claim to it after the first one changed the address',
  },
  {
    row: 200,
    threat:
      'The length of a compressed reply tells a secret in it, a letter at a time, to a page that has its own text put beside it (BREACH)',
    defence:
      'only replies of GET endpoints without login, proof or cookie are compressed, which hold public data, and never for a request that carries a cookie, a token or a proof. Left out: everything under /v1/me, /v1/siwx and /v1/operator, the wallet’s endpoints, every POST, refusals, the RPC gateway, the relay, event streams and sockets',
  },
]
