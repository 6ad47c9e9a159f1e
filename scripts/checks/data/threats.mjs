// The numbered threats: of the embedded wallet (1 to 73), WalletConnect (74 to 81), smart accounts (82 to 91), and others (92 on).
// `open` is the reason why a row has no test.
export const threats = [
  {
    row: 1,
    threat: 'Host script reads frame DOM/keys',
    defense: 'separate origin',
  },
  {
    row: 2,
    threat: 'XSS on host calls wallet API',
    defense: 'no CORS, Origin check, DPoP',
  },
  {
    row: 3,
    threat: 'XSS on host asks to sign',
    defense: 'approval in frame with verified origin',
  },
  {
    row: 4,
    threat: 'Unlisted site embeds the frame',
    defense: 'per-project `frame-ancestors`',
  },
  {
    row: 5,
    threat: 'Unknown/revoked projectId',
    defense: '403 + ancestors none',
  },
  {
    row: 6,
    threat: 'Nested framing (allowed site inside evil site)',
    defense: '`frame-ancestors` checks the whole chain; `ancestorOrigins` length',
  },
  {
    row: 7,
    threat: 'Sibling iframe forges messages',
    defense: '`event.source` check',
  },
  {
    row: 8,
    threat: 'Second hand-shake steals the channel',
    defense: 'first hello wins, private port',
  },
  {
    row: 9,
    threat: 'Wrong origin, same source (navigated parent)',
    defense: 'origin + ancestor check at hello, port dies with document',
  },
  {
    row: 10,
    threat: 'Malformed / prototype-polluting message',
    defense: 'strict schema, hasOwn dispatch, size caps',
  },
  {
    row: 11,
    threat: 'Message flood / prompt bombing',
    defense: 'caps, one open prompt, 6/min',
  },
  {
    row: 12,
    threat: 'Overlay clickjacking',
    defense: 'IOv2 + 500 ms arm',
  },
  {
    row: 13,
    threat: 'Reveal-then-click, double-click hijack',
    defense: 'continuous-visibility timer, arm delay in popup',
  },
  {
    row: 14,
    threat: 'Synthetic click',
    defense: '`isTrusted`',
  },
  {
    row: 15,
    threat: 'Engine without IOv2',
    defense: 'top-level approval window',
  },
  {
    row: 16,
    threat: 'Host forges approval result',
    defense: 'popup↔frame origin+source',
  },
  {
    row: 17,
    threat: 'Approval page framed',
    defense: "`frame-ancestors 'none'`",
  },
  {
    row: 18,
    threat: 'Theme hides amounts',
    defense: 'theme limited, contrast check',
  },
  {
    row: 19,
    threat: 'Host lies through rpcUrl / simulation',
    defense: 'server-configured RPC only',
  },
  {
    row: 20,
    threat: 'Unknown RPC method',
    defense: 'allow-lists',
  },
  {
    row: 21,
    threat: '`eth_sign`, foreign chainId, 7702 to unknown code',
    defense: 'refuse',
  },
  {
    row: 22,
    threat: 'SIWE phishing (other domain)',
    defense: 'domain must equal verified origin',
  },
  {
    row: 23,
    threat: 'Unlimited approval / permit / poisoned address',
    defense: 'decode + simulate + warn',
  },
  {
    row: 24,
    threat: 'Script injection in frame',
    defense: 'hash CSP, Trusted Types',
  },
  {
    row: 25,
    threat: 'Exfiltration from frame or worker',
    defense: '`connect-src`',
  },
  {
    row: 26,
    threat: 'CDN/server swaps bundle bytes',
    defense: 'CSP hash + SRI',
  },
  {
    row: 27,
    threat: 'Server swaps HTML (active operator attack)',
    defense:
      'reproducible build; a release signed outside the server, with a pinned key; a check of bodies, headers and routes, once or as a monitor (rows 175 to 178); residual',
  },
  {
    row: 28,
    threat: 'npm supply chain',
    defense: 'lockfile, no install scripts, few deps, bill of materials (CycloneDX) with each release',
  },
  {
    row: 29,
    threat: 'DB leak',
    defense: 'A under KEK, vault under DEK, passwords and their keys under KEK, hashes',
  },
  {
    row: 30,
    threat: 'DB + KEK leak',
    defense: 'still needs the secret of D or R. A password can then be guessed, at the cost of Argon2id for each guess',
  },
  {
    row: 31,
    threat: 'Server plants a recovery recipient',
    defense: 'factor MAC under DEK',
  },
  {
    row: 32,
    threat: 'Server swaps vault/address at recovery',
    defense: 'bind tag before open',
  },
  {
    row: 33,
    threat: 'Server moves/corrupts shares',
    defense: 'AAD on rows, AEAD in frame',
  },
  {
    row: 34,
    threat: 'Server rolls back vault/factor list',
    defense: 'monotonic version in vault + device; only the control key lets an older one come back (row 149)',
  },
  {
    row: 35,
    threat: 'Server answers exists:false',
    defense: 'device with D refuses to create',
  },
  {
    row: 36,
    threat: 'Password guessed from sealed R',
    defense: 'Argon2id behind a blind evaluation by the server (rows 163 to 166), strength gate, R only after login',
  },
  {
    row: 37,
    threat: 'OTP brute force',
    defense: '5 tries, caps',
  },
  {
    row: 38,
    threat: 'OTP stolen in transit or by host',
    defense: 'bound to attempt + DPoP key',
  },
  {
    row: 39,
    threat: 'OTP phished live (relay)',
    defense:
      'gives only A, and every try of a password is a counted evaluation; mail names app and device; passkey login offered',
  },
  {
    row: 40,
    threat: 'Mailbox takeover',
    defense: 'no key without factor; notices; 24 h freeze',
  },
  {
    row: 41,
    threat: 'Account enumeration',
    defense: 'same answers/timing',
  },
  {
    row: 42,
    threat: 'Mail bombing',
    defense: 'cooldown 30 s, caps',
  },
  {
    row: 43,
    threat: 'Mail scanner clicks the device link',
    defense: 'GET inert, number match + POST',
  },
  {
    row: 44,
    threat: 'Device link forwarded to victim',
    defense: 'number match, attempt-bound',
  },
  {
    row: 45,
    threat: 'Access token stolen',
    defense: 'DPoP, 10 min',
  },
  {
    row: 46,
    threat: 'Refresh token stolen',
    defense: 'key-bound, rotation, family revoke',
  },
  {
    row: 47,
    threat: 'DPoP proof replay',
    defense: 'jti cache, htm/htu/ath/iat',
  },
  {
    row: 48,
    threat: 'Two tabs race refresh',
    defense: 'Web Lock + grace',
  },
  {
    row: 49,
    threat: 'OAuth code/tokens seen by host',
    defense: 'server-side exchange, redeem by frame',
  },
  {
    row: 50,
    threat: 'OAuth login fixation / forwarded link',
    defense:
      "the window continues only for the browser that started (rows 150, 152); the visitor must return with the window's cookie; the login belongs to the DPoP key that started",
  },
  {
    row: 51,
    threat: 'Evil opener',
    defense: "the window listens only to the wallet’s own pages, by their exact origin. It ignores a site's page",
  },
  {
    row: 52,
    threat: 'Mix-up, nonce, state, PKCE faults',
    defense: 'iss/state/nonce/PKCE checks',
  },
  {
    row: 53,
    threat: 'Unverified e-mail links accounts',
    defense: 'key = iss\\|sub, linking needs step-up',
  },
  {
    row: 54,
    threat: 'COOP breaks opener (IdP or dapp)',
    defense:
      'polling redeem, ignore `popup.closed`; the cookie of the start or the number replaces the opener (row 152)',
  },
  {
    row: 55,
    threat: 'Storage wiped (ITP, WebKit restart)',
    defense: 'unlock ladder',
  },
  {
    row: 56,
    threat: 'Storage blocked',
    defense: 'in-memory login + notice',
  },
  {
    row: 57,
    threat: 'Tracking across dapps',
    defense: 'partitioning, project-scoped wallets',
  },
  {
    row: 58,
    threat: 'Lost/stolen device',
    defense: 'revoke deletes A_i and logins',
  },
  {
    row: 59,
    threat: 'Disk malware copies profile',
    defense:
      'limit: D is readable while the wallet is open, but A needs the login’s key as well. While the wallet is locked, D is sealed to backup codes and to passkeys that gave their PRF here; smart-account limits',
  },
  {
    row: 60,
    threat: 'Shared computer, left open',
    defense:
      'the login locks on the server and in every tab after the idle time. Then no share, signature or window without a passkey, a code or the provider; keys in memory only',
  },
  {
    row: 61,
    threat: 'Fake wallet UI asks for password/code',
    defense: 'secrets only in top-level window; passkey origin-bound',
  },
  {
    row: 62,
    threat: 'Silent passkey creation',
    defense: 'user activation',
  },
  {
    row: 63,
    threat: 'Authenticator without PRF, empty `prf:{}`',
    defense: 'enabled check, salt always, one retry',
  },
  {
    row: 64,
    threat: 'Export abuse',
    defense: 'step-up, window, audit, notice',
  },
  {
    row: 65,
    threat: 'E-mail change hijack',
    defense: 'two OTPs, undo, freeze',
  },
  {
    row: 66,
    threat: 'CSRF on wallet pages',
    defense: 'JSON + Origin + `__Host-` cookies',
  },
  {
    row: 67,
    threat: 'DNS rebinding',
    defense: 'Host check 421',
  },
  {
    row: 68,
    threat: 'Cookie tossing from sibling sub-domain',
    defense: '`__Host-` prefix, no API cookies',
  },
  {
    row: 69,
    threat: 'Logs leak secrets',
    defense: 'redactor',
  },
  {
    row: 70,
    threat: 'Audit tampering',
    defense: 'keyed hash chains, signed heads and anchors (row 180)',
  },
  {
    row: 71,
    threat: 'Weak randomness / nonce reuse',
    defense: 'CSPRNG only, RFC 6979',
  },
  {
    row: 72,
    threat: 'Recovery-node collusion/compromise',
    defense: 'R alone useless; own audit',
    open: 'there is no recovery node yet: custody is `self` only',
  },
  {
    row: 73,
    threat: 'Server outage',
    defense: 'D + HPKE(R) offline exit',
  },
  {
    row: 74,
    threat: 'Relay, or anyone who knows a topic, forges, mirrors or repeats messages',
    defense: 'sealed with a key per session, IDs bound to their topic, each message and request once',
  },
  {
    row: 75,
    threat: 'Pairing code read by others, or made to collide',
    defense: "one wallet gets it, and the rest are informed; five minutes; a code cannot name a session's topic",
  },
  {
    row: 76,
    threat: 'Relay or wallet flooded',
    defense: 'calls cost as much as they cost the store; bounded mailboxes, topics, sockets, pending requests',
  },
  {
    row: 77,
    threat: 'A transaction that a paired wallet may have sent is reported as failed, and sent again',
    defense: 'a doubtful result is shown as doubtful; late answers count; the same name is requested once',
  },
  {
    row: 78,
    threat: "Relay token replayed; another client's mailbox read, settled or ended",
    defense: 'EdDSA, audience, time; a subscription and its receipts belong to the signing key',
  },
  {
    row: 79,
    threat: 'One-click sign-in for another site, nonce, time, network or account',
    defense: 'compared with the request, text rebuilt, signature checked where it is stored',
  },
  {
    row: 80,
    threat: 'Two tabs own the client, or a frozen one wakes',
    defense: "Web Lock, fence in the storage's own transaction, nothing sent that is not stored",
  },
  {
    row: 81,
    threat: 'App lies about its identity; its picture calls home',
    defense: 'host as browsers write it, no invisible characters; pictures of named hosts only',
  },
  {
    row: 82,
    threat: 'Server prepares another operation than requested: calls, sender, nonce, code, gas, payer, network',
    defense:
      'the wallet encodes the calls itself, compares every byte before and after signing, signs no code but ours',
  },
  {
    row: 83,
    threat: 'Site reaches the controls of an account: its functions, its modules, the entry point, nested signatures',
    defense: 'refused as a call, a step of several, a transaction of the owner, and typed data',
  },
  {
    row: 84,
    threat:
      'A permission allows more than was granted: amount, target, function, argument, time, period, by a batch or by re-entrance',
    defense: 'rules and counters on the chain, one strict parser of the calls, the same check off the chain',
  },
  {
    row: 85,
    threat: 'A permission is more on the chain than on the card',
    defense: 'the wallet builds the rules itself and shows them; a request without an exact form is refused',
  },
  {
    row: 86,
    threat:
      'An operation, authorization or signature counts on another chain, for another account, permission or purpose',
    defense: 'EIP-712 of the EntryPoint, number of the permission in the nonce, nested signatures (ERC-7739)',
  },
  {
    row: 87,
    threat: "A stranger makes the operator pay: executor, paymaster or a project's budget is drained",
    defense: 'own accounts and paymaster only, real cost measured, budgets in a ledger and on the chain',
  },
  {
    row: 88,
    threat: 'An operation is lost or executed twice: crash, two processes, reorganization, reload',
    defense: 'stored before it is submitted, the same bytes again, one process per chain',
  },
  {
    row: 89,
    threat: 'An attacker takes the account over: first owner, module, delegate call, call to itself',
    defense: 'only the factory initializes; only the account changes itself; no delegate call',
  },
  {
    row: 90,
    threat: 'A permission is used after it was revoked, or its number returns',
    defense: 'the server stops signing at once, the chain permanently; a number is never used again',
  },
  {
    row: 91,
    threat: 'A request makes the server fetch an address that a stranger chose',
    defense: 'the server fetches no address from a caller or from a contract',
  },
  {
    row: 92,
    threat: 'A page names a network of another family, or a test network instead of the main one',
    defense: "a method belongs to one family and its active network; Bitcoin's test networks have separate keys",
  },
  {
    row: 93,
    threat: 'A page gets a transaction signed as a message',
    defense: 'a text that may be a transaction is refused when it is described, and again when it is signed',
  },
  {
    row: 94,
    threat: "Server lists an account of Solana or Bitcoin that is not the visitor's",
    defense: 'addresses are derived from the seed and stored by the device',
  },
  {
    row: 95,
    threat: 'A signed transaction of Solana or Bitcoin differs from the displayed one, or is submitted twice',
    defense: 'decoded again before it is submitted, stored first, the same bytes again and no others',
  },
  {
    row: 96,
    threat:
      "A PSBT signs more than it shows: inputs that are not the visitor's, another signature hash type, a false amount",
    defense: 'exactly the displayed inputs, each of the named address; amounts proven or read from the chain',
  },
  {
    row: 97,
    threat: 'A name is registered that looks like another',
    defense:
      'ASCII labels, one skeleton for similar labels, unique in the database; reserved words and words similar to them',
  },
  {
    row: 98,
    threat: 'A signature about a name is reused elsewhere, late or for another purpose',
    defense:
      'the text has name, time, address and coin type; each is used once, in the transaction of its change; only the chain of the coin type is asked',
  },
  {
    row: 99,
    threat: 'One visitor takes many names',
    defense: 'one name per account and project under a lock; limits for a network address by the hour and the day',
  },
  {
    row: 100,
    threat: 'A gateway, or an attacker on its path, returns a wrong address for a name',
    defense:
      'each answer is signed for one contract and one question, for 300 s; the contract accepts the keys that its owner set, and drops one when the owner removes it',
  },
  {
    row: 101,
    threat: 'Messages of a payment provider are forged, replayed or reordered',
    defense:
      'signed by the provider; each counts once; the server always asks the provider for the state of the payment',
  },
  {
    row: 102,
    threat: 'IDs of orders are guessed, or found in a wrong place',
    defense: '128 random bits, read only within their project; in no log, link or activity',
  },
  {
    row: 103,
    threat: 'The paid or bought amount is changed on the way',
    defense: 'the order uses the quote, within its minute; another amount is refunded',
  },
  {
    row: 104,
    threat: 'An order is delivered twice, or delivered and refunded, or neither',
    defense:
      'one state machine under a row lock; the debt is written with the state; the treasury pays each ID once; a test kills the server at every step',
  },
  {
    row: 105,
    threat: 'Limits are passed by many orders at once',
    defense:
      'counted in the transaction that creates the order, under locks of the address, the site’s visitor and the stock. By network address (/64 and /48) per hour. Unpaid orders hold at most a share of the stock, and failed deliveries count for the day',
  },
  {
    row: 106,
    threat: 'The page of a payment leads back to an attacker',
    defense: 'only pages of the project’s origins',
  },
  {
    row: 107,
    threat: 'The operator’s hook is redirected, or slow',
    defense: 'only the configured address, no redirects, 5 s; any answer except yes is a no',
  },
  {
    row: 108,
    threat: 'An order is offered at a wrong price',
    defense:
      'no quote without a current price, an index at the head and stock. The price is the highest of the last half hour, and there is none after a jump. Estimates of the kit are marked and cannot be paid',
  },
  {
    row: 109,
    threat: 'A sign-in message is used twice, by its sender or by someone who copied it, at the same moment or later',
    defense:
      'its nonce is used in the transaction that signs in, under a lock: once per network, and for one address, whatever the form of the signature. A failure before the end leaves the nonce unused',
  },
  {
    row: 110,
    threat: 'A message signed for another site, or for a similar one, signs in here',
    defense:
      'domain, scheme and URI must be exactly those of the requesting page; without a page, those of an exact origin of the project; sites of one project do not share sign-ins',
  },
  {
    row: 111,
    threat: 'A statement imitates fields (a nonce, another site, a permission), or a message allows more than it says',
    defense:
      'the parsed message, written again, must equal the text; no line breaks, no invisible characters; a recap (ERC-5573) is the last resource, and the statement contains all of it',
  },
  {
    row: 112,
    threat: 'An old message, a future one, or one of a device with a wrong clock',
    defense:
      'only the server’s clock: a nonce of five minutes, issued within those and a minute of difference, expiration and start; a message without a time of issue is refused',
  },
  {
    row: 113,
    threat: 'A signature counts for another account, another network, or a contract elsewhere',
    defense:
      'account and network of the request are those of the message; contracts are asked on that network, and the answer is kept for it only; nothing is unwrapped twice',
  },
  {
    row: 114,
    threat:
      'A visitor is signed in as the attacker, or another browser sends a signed message that was taken from them',
    defense:
      'nonces carry a MAC over the project and a cookie of the requesting browser. They are stored only when used, so many requests fill nothing',
  },
  {
    row: 115,
    threat: 'Session fixation: a planted cookie shows its planter the visitor who signs in later',
    defense:
      'each sign-in and sign-out gives a new token; an unknown token, or one of another project or page, is never accepted; the previous token sees only earlier sign-ins',
  },
  {
    row: 116,
    threat: 'A sign-in’s cookie is stolen and used elsewhere, or after the sign-out',
    defense:
      'HttpOnly cookies; a new token each day, and a copy used after it ends the sign-in for both. A sign-out counts on the server at once. Every browser of an account is listed and can be signed out from any other. Residual: a copy used within the day looks like its owner',
  },
  {
    row: 117,
    threat: 'Another page makes the browser call with its cookies (CSRF), or reads the answer',
    defense:
      'SameSite=Strict, `__Host-`; the origin is checked first, whatever the body’s type; a sign-in belongs to one origin; only that page can read answers',
  },
  {
    row: 118,
    threat: 'An attacker with the logs, or a copy of the database, signs in as a visitor',
    defense:
      'tokens are kept as SHA-256; no token, cookie, message or signature is logged, even on failure; signed messages are kept as long as the sign-in, and a used one is worthless',
  },
  {
    row: 119,
    threat: 'A token that tells a backend who is signed in is forged',
    defense:
      'ES256 and only the published keys of the configured server; no other algorithm; no key, address or critical extension from the token',
  },
  {
    row: 120,
    threat: 'A token for another backend, of another server or for another use is accepted',
    defense:
      'issuer, audience, type (`siwx+jwt`), times and the origins of pages are all checked. A token names its project; audiences are the page’s origin and those of the configuration. Keys sign for one purpose. A backend must name the origins of its pages, or explicitly accept any',
  },
  {
    row: 121,
    threat: 'A stolen token is used by a second client',
    defense:
      'with a DPoP proof (RFC 9449) it is bound to a key that cannot leave the browser. It is useless as a bearer token, without a proof, or with a proof of another key, request or token, or a used one',
  },
  {
    row: 122,
    threat: 'A backend still accepts a visitor who signed out',
    defense:
      'a token is valid for five minutes, and never longer than its sign-in; there is no new one; a backend asks for a fresh one if that is too long',
  },
  {
    row: 123,
    threat: 'The key that signs tokens leaks, ages or signs for another purpose',
    defense:
      'sealed for its purpose; renewed after 30 days, published an hour before its first use and a day after. A key that the operator retires is gone within a minute, plus the minutes for which backends cache keys',
  },
  {
    row: 124,
    threat: 'A backend is led to other keys, kept busy fetching them, or left without them',
    defense:
      'keys come only from the configured address, without redirects, at most 5 s and 64 kB. Unknown keys are looked up at most every 30 s. While the server is down, known keys stay valid for an hour, and no token is called invalid because of it',
  },
  {
    row: 125,
    threat: 'A signature on Solana that needs no secret, or has a second encoding',
    defense:
      'keys and points of small order, second encodings of a key and S beyond the order are refused; exactly 64 bytes',
  },
  {
    row: 126,
    threat: "A contract's answer counts for another account, another chain, or an account without code",
    defense:
      'the account itself is asked, on the one chain that it names. The code that deploys it (ERC-6492) runs only within the call, is no wrapper in a wrapper, and must leave code at that address. Residual: it is the answer of one node. A node that lies signs in as any account of its chain (`proof: contract`), including an operator that is listed for it. Several upstreams do not help, because each replaces another; own nodes do, and a key on another chain',
  },
  {
    row: 127,
    threat: 'A contract that checks a signature keeps the server busy, or returns too much',
    defense:
      'one call with the gas of one transaction, which limits its time and its answer; only the exact value of ERC-1271 counts',
  },
  {
    row: 128,
    threat: 'A proof of a Bitcoin address (BIP-322) signs more: an open signature, another transaction, a later time',
    defense:
      'the whole transaction is built again and must be equal except for its proof; only SIGHASH_ALL, strict DER and low S; no further inputs, no lock times',
  },
  {
    row: 129,
    threat: 'The fast library for secp256k1 accepts a signature that the other refuses',
    defense:
      'both agree on random, malformed and borderline signatures, in a test with a seed; the signatures that they make are the same bytes',
  },
  {
    row: 130,
    threat: 'The embedded wallet signs in to a site that only claims that the visitor has logged in, again, or later',
    defense:
      'signed only by the frame that saw the login complete on its own card, window or link, for the displayed request, and once. Never for a restored login, nor for a code that the page received',
  },
  {
    row: 131,
    threat: 'A login makes the embedded wallet sign in elsewhere, later, or to more than a sign-in',
    defense:
      "only the verified origin's host and address, current, no resources, a short plain statement; every field is parsed again from the text, and clear signing has no finding; anything else waits for a prompt",
  },
  {
    row: 132,
    threat: 'A login makes the embedded wallet sign for unrequested networks',
    defense: 'EVM networks that the wallet has, at most five, each once, and only the account in use',
  },
  {
    row: 133,
    threat: 'The visitor does not know that the login signs in, or with which statement',
    defense:
      'the card of the login says so and shows the whole statement before the visitor acts. Without the card or the page there is a prompt instead. The signature is the one that the prompt would give',
  },
  {
    row: 134,
    threat: 'An answer of the server is lost, and the visitor signs repeatedly or for nothing',
    defense:
      'a lost answer is looked up first. The next try sends the same signature, and asks for a new one only after a refusal. Leaving or disconnecting gives it up, and there is no automatic retry',
  },
  {
    row: 135,
    threat:
      'A page shows a sign-in that ended in another tab or browser, or signs a visitor out because the server is down',
    defense:
      'tabs notify each other, and the page asks the server when the visitor returns; one read at a time, the last one counts; an unreachable server changes nothing; a required view returns with the question',
  },
  {
    row: 136,
    threat: 'A wallet is asked to sign in an account that is not displayed, or without an action of the visitor',
    defense:
      'every answer carries the number of its attempt; the wallet is asked only for the account and network in use at that moment; one request at a time. A model with two tabs, four wallets and an unreliable server',
  },
  {
    row: 137,
    threat: 'A page accepts a sign-in of an account that never signed it, or gives away the signed message',
    defense:
      'each message is parsed strictly and must match the account and network; messages and signatures travel only in bodies, with the cookie of the server that the site names',
  },
  {
    row: 138,
    threat: 'A visitor sees or changes the saved addresses, settings or orders of another account, or loses a change',
    defense:
      "stored by project and account, and read only by the sign-in: another account's name is the same as no sign-in. Contracts count on their chain; paid orders are visible only to their receiver. Counted under a lock, settings changed by version; cleaned labels, checked addresses; nothing in a log",
  },
  {
    row: 139,
    threat: "A visitor who is not the operator reaches an operator's endpoint, or an endpoint forgets the check",
    defense:
      "one guard on the server, before any handler. A test calls every path below `/v1/operator/` without a sign-in and as another account. Only accounts of the configuration, contracts on their chain; `/v1/me/roles` returns only the caller's role",
  },
  {
    row: 140,
    threat: 'A page of the site shows data of one account to the next account',
    defense:
      'the pages treat no account as signed in until the kit says so for the account in use. Private answers are cached per account and dropped with it, also those in flight; the pages are created anew for each account',
  },
  {
    row: 141,
    threat: 'The operator’s page shows figures to someone who is not, or no longer, the operator',
    defense:
      'the server decides on each read (row 139); a refusal removes the displayed figures; others see no link to it',
  },
  {
    row: 142,
    threat:
      'A signature that a site gets (`personal_sign`, typed data) enrols a foreign device, poisons recovery or destroys the wallet',
    defense:
      'a control key of the seed allows each change; it signs nothing else and has no address. Recovery offers every splitting of a factor, newest first, and tries each',
  },
  {
    row: 143,
    threat: "A site gets a text signed that a wallet's server accepts, or a similar one",
    defense: 'refused in every signing method of every family, in any letters, encodings or hidden characters',
  },
  {
    row: 144,
    threat: 'A control proof is used for another action, body, device, user or wallet, or again',
    defense:
      'it signs the action, wallet, user, device and the SHA-256 of the body; bodies name the epoch or version that they replace',
  },
  {
    row: 145,
    threat: 'An attacker names their own control key for a wallet',
    defense:
      'the address signs a claim that no signing method can sign (first byte 0x80); a wallet with a control key takes no other',
  },
  {
    row: 146,
    threat: 'Naming the control key of an older wallet is interrupted, or done by two tabs',
    defense:
      'naming it again changes nothing; the next unlock or change continues; a foreign key at the server is reported',
  },
  {
    row: 147,
    threat: 'A change of the data key locks the owner out',
    defense:
      'the previous epoch is kept for seven days, sealed as it is, and returns by mail or from a device of either epoch. A second change keeps earlier ones, and an undone change is archived as well',
  },
  {
    row: 148,
    threat: 'A change that was undone locks a device out',
    defense:
      'devices keep replaced shares for eight days; versions keep counting; an older vault needs the control key’s proof',
  },
  {
    row: 149,
    threat: 'Server rolls the vault back and calls it an undo',
    defense:
      'the control key’s proof names one vault and a time; a device that saw a newer vault after it accepts none',
  },
  {
    row: 150,
    threat:
      'A script in a listed site starts a login elsewhere with its own key, opens its window in the visitor’s browser and answers for it',
    defense:
      'the wallet’s frame in the opener vouches for the window, and only for its own attempt. Window and frame have one origin and reach each other without the page; the page gets no handshake',
  },
  {
    row: 151,
    threat: 'The provider knows the visitor and returns at once: the window logs them in without an action',
    defense:
      'the window names site, app and device. It continues only after a trusted click on a button that was visible for half a second. For a key unknown to the account the provider is told to ask, if it can. If the answer shows that only another account knows the key, the visitor is sent back once to be asked',
  },
  {
    row: 152,
    threat:
      'A window without an opener, or a page that goes to the provider itself, completes an attempt of another browser',
    defense:
      'the cookie of the start, if the browser gives it to the window; else the two digits that the frame shows, typed into the wallet’s page, three tries. Residual: a script that imitates the wallet’s card can ask a visitor to type its own number',
  },
  {
    row: 153,
    threat: "A login on a stranger's device goes unnoticed: no notice, a suppressed one, or one among hundreds",
    defense:
      'every login of a key unknown to the account is mailed at once, outside the budget of login mails; after twenty in a day no further key gets in. Residual: an account without an address gets no notice',
  },
  {
    row: 154,
    threat:
      'The link that ends a login is followed by a scanner, used twice, or turned against the owner by a thief of the mailbox',
    defense:
      'opening changes nothing; it works once, for seven days, for the one device; the key stays out for a day, except with a passkey; a device that holds the wallet keeps its share',
  },
  {
    row: 155,
    threat: 'A login that was idle for long, or locked, still gets the share or changes the wallet',
    defense:
      'the server measures use itself, and a locked login reaches only the endpoints that the contract marks; a test calls every endpoint; reading does not count as use; only a step-up or a login unlocks',
  },
  {
    row: 156,
    threat: 'An attacker pretends that the server is down, and takes the secret out without its permission',
    defense:
      'the offline export opens only if no answer arrives in time that is signed, over a fresh nonce, by a key that the device pinned earlier. It leaves a notice on the device, and a report that is sent, stored once and mailed when the server answers again',
  },
  {
    row: 157,
    threat: 'A person at an open browser adds a recovery factor and opens the wallet with it at once',
    defense:
      'the first factor needs a step-up as well, once the login is older than five minutes; without the server only factors count that are 72 hours old by the vault’s date and by this device’s memory',
  },
  {
    row: 158,
    threat: 'The disk of a device with a locked wallet is copied, or the lock is interrupted',
    defense:
      'D is sealed (HPKE, with its own info) to every passkey and backup code, if a passkey has given its PRF on the device. One write replaces the plain share, and the next page completes an interrupted write',
  },
  {
    row: 159,
    threat: 'The page around the frame gets a locked wallet opened, or fills the mailbox with codes',
    defense:
      'nothing is requested or sent before a click on the wallet’s own card, which must be visible as long as that of an approval; if the engine cannot tell, the confirmation is in a wallet window',
  },
  {
    row: 163,
    threat: 'A login alone (mailbox, provider account, stolen login) is enough to guess the password offline',
    defense:
      'a device that has not opened the wallet learns only the ID of a password: no public key, salt or costs. Its secret needs an evaluation by the server (OPRF, RFC 9497) for every guess. Passwords of earlier versions give such a device nothing until they are set again',
  },
  {
    row: 164,
    threat: 'Passwords are tried through the server, unnoticed or without end',
    defense:
      'ten evaluations in 24 hours per account, whatever the login, device or password; counted in the database under a lock before the answer, each mailed and logged; malformed elements and the identity are refused. Residual: an attacker with a login can use up the tries of a day',
  },
  {
    row: 165,
    threat: 'A copy of the database is enough to guess the password',
    defense:
      'the key of the evaluation and the whole factor are sealed under the key-encryption key, for their wallet and factor. No stored value is a function of the evaluation alone, so with the key-encryption key every guess costs Argon2id',
  },
  {
    row: 166,
    threat: 'The offline export gives the password away to a thief of mailbox, provider or database',
    defense:
      'the vault has the key of the evaluation, under the data key. Each device that has opened the wallet has it as well, under its share D. The device sends it to the server once, when the password is set. The server sends it to no device',
  },
  {
    row: 167,
    threat: 'One network address, or many, take all WebSockets and event streams of the server',
    defense:
      'limits by address, by /48 and in total, on every route, before the handshake. A full server takes a place from the network with the most. Idle, slow and endless ones are closed; a test finds any route that bypasses this',
  },
  {
    row: 168,
    threat: 'Messages that never end fill the memory of the server',
    defense:
      '256 KiB a message. Incomplete messages count, with their fragments, against their address, its /48 and the total. Above the total the network with the most loses its largest. 20 seconds from the first byte to the last; a test measures the process under attack',
  },
  {
    row: 169,
    threat: 'Requests and messages are read and parsed for senders without access, or stop halfway',
    defense:
      'rate limit and login before the first byte; 64 KiB a body unless the endpoint needs more; the same budget as row 168; 30 seconds for a whole request',
  },
  {
    row: 170,
    threat: 'An attacker uses up the mails of an address, or floods one mailbox under many addresses',
    defense:
      'mails are counted per mailbox: without sub-addresses, and without characters that its provider ignores; five more a day for devices and logins of the account. Residual: on a new device the owner may have to log in by passkey that day',
  },
  {
    row: 171,
    threat: 'Mails requested from one network, or many, turn off the login of a project',
    defense:
      'budgets by /24, /64, /48 and project, in the database. Work instead of a refusal above the half. A fifth of the project’s budget is reserved for known accounts, whose networks count separately. Metrics and a log line at 50 and 80 percent',
  },
  {
    row: 172,
    threat: 'The work before a mail is done once for many mails, by others, or in advance',
    defense:
      'a challenge is signed, bound to project, mailbox, device key and network, valid once and for two minutes, and grows with the number of mails; a wrong answer ends it; hard limits remain behind it',
  },
  {
    row: 173,
    threat: 'The work before a mail locks visitors out, or is visible to the site',
    defense:
      'a separate worker with checked bytes, a card that explains it and can be closed, at most three challenges and twenty seconds; the host sees a longer login, but no challenge and no code',
  },
  {
    row: 175,
    threat: 'Server serves the published pages with a missing or weaker policy',
    defense:
      'the signed release lists the headers of every answer; the check compares all of them, and refuses headers that weaken the policy (CORS, cookies, service workers)',
  },
  {
    row: 176,
    threat: 'Server serves a further page on the wallet’s origin, which reads the wallet’s storage',
    defense:
      'the release lists every path; the check probes typical, similar and random others, which must refuse with a policy that runs nothing. Residual: a path that cannot be guessed is not found',
  },
  {
    row: 177,
    threat: 'Server publishes a forged release about itself',
    defense:
      'Ed25519 signature in minisign’s format, made outside the server, checked against a pinned key before anything is compared; the sources are built and compared as well',
  },
  {
    row: 178,
    threat: 'Server answers some visitors differently',
    defense:
      'the check requests as several browsers and languages, with compression, from any machine and repeatedly. Residual: a server that knows the checking machine by its address',
  },
  {
    row: 179,
    threat: 'A key-encryption key leaked, and still opens every old row',
    defense:
      'a new key seals all rows in the background, one at a time, resumable and safe with several processes. The old key is then retired. Indexes have a separate root; cipher and HMAC keys are derived separately. Residual: older copies of the database stay readable with it, and a database from before version 0.2 keeps the root of its indexes',
  },
  {
    row: 180,
    threat: 'An attacker who can write the database rewrites the audit log',
    defense:
      'entries are HMACs under a key of the server’s root; heads and anchors are signed; the server verifies the log every hour and alarms, a command verifies all. Residual: old copies of entries, heads and anchors together are found only by anchors that were kept elsewhere (the server’s log has them)',
  },
  {
    row: 181,
    threat: 'A hole in the public API gives the key-encryption key and the wallets’ shares',
    defense:
      'the wallet’s origin runs as a separate process with its own database role. The API’s process refuses to start with the key; its role has no rights on the wallet’s tables and sees no signing key of the wallet. Residual: one process with everything is the default',
  },
  {
    row: 182,
    threat: 'An incident is handled by guessing: the wrong step, or one that cannot be checked',
    defense:
      'a runbook for each of server, database, mailbox, key and login provider, whose commands a test runs against a running server and PostgreSQL',
  },
  {
    row: 183,
    threat: 'A login with a passkey is used as the signature of an account that the passkey owns',
    defense:
      'the account stores the hash of the relying party’s ID with the passkey, its address commits to it, and the contract checks it. A challenge of the server is the hash of a text that names its purpose, and the wallet checks that before it asks the passkey',
  },
  {
    row: 184,
    threat: 'A permission is used after its end, or has none',
    defense:
      'the contract refuses an end of zero, an end before the start and periods under 60 s; validation never returns a window that ends at zero',
  },
  {
    row: 185,
    threat: 'The paymaster pays for any account, through accounts made for the purpose',
    defense:
      'only accounts whose address and owner belong to this server’s embedded wallets, requested by a page of the project or a granted permission. Less for new accounts, limits per network address; the operator opens it by name',
  },
  {
    row: 186,
    threat:
      'A warning about a loss is suppressed by a made-up token, one unit of a native token, or a second instruction',
    defense:
      'only native tokens and listed tokens above a dust amount count as a return, at half the value if all prices are known. Seaport orders and Solana use the same rule; rent of own accounts is no return; each instruction counts',
  },
  {
    row: 187,
    threat: 'A visitor reaches methods of the node’s operator, test tools or paid provider APIs through the gateway',
    defense: 'a list of methods for each family; all others are refused; the operator adds others by their exact names',
  },
  {
    row: 188,
    threat: 'A page gets a call signed as typed data, which anyone may send later (meta-transaction)',
    defense: 'known types and any struct with a call of the signer get a specific warning',
  },
  {
    row: 189,
    threat: 'A page mounts the frame again, or several times, to show more prompts',
    defense: 'prompts are counted per origin and project in the wallet’s storage, which all its frames share',
  },
  {
    row: 190,
    threat: 'Server and backends judge a proof of a key (DPoP) differently',
    defense: 'one verifier for both, with its reasons; each reports them in its own errors',
  },
  {
    row: 193,
    threat:
      'A script in the site combines harmless steps: masked cards, its own pop-ups and frames, requests of every kind, a stolen login',
    defense:
      'the rules of each step hold in every order. Random runs of up to 12 steps against the real frame and server gain no login, key, unapproved signature or broken wallet; the suite finds a defense that is switched off',
  },
  {
    row: 194,
    threat: 'A thief of the mailbox or of the account at a provider tries every endpoint in every order',
    defense: 'as row 193: a login alone gains no key, no factor, no poisoned recovery and no destroyed wallet',
  },
  {
    row: 195,
    threat: 'A person at the open or locked browser of the owner uses every card and every window',
    defense: 'as row 193: no key, recovery phrase or unreported factor; at a locked browser no signature either',
  },
  {
    row: 196,
    threat: 'A node answers every request with arbitrary data, or one /48 sends arbitrary requests',
    defense: 'as row 193: nothing is signed that the owner did not request; another visitor can still log in',
  },
  {
    row: 197,
    threat:
      'A payment link in the receiver field pays another receiver or amount, uses another network than it says, or lets a website write the signed bytes',
    defense:
      'only plain payments of EIP-681, Solana Pay and BIP-21 are accepted, amounts digit by digit. Unknown required parts, duplicate parts and transaction requests of Solana Pay refuse the link. Nothing is filled in until its network is active, and the review shows everything as for any payment',
  },
  {
    row: 198,
    threat: 'A login that survives a reload is continued by another site, tab or device',
    defense:
      'the tab keeps the address, the number of the attempt and its times, never a code. Stored by project and verified origin of the site, for ten minutes; the server accepts the code only with the key of this device',
  },
  {
    row: 199,
    threat:
      'A thief of the mailbox or of a login moves the login to a new wallet, to take the owner’s role, address or later payments',
    defense:
      'only a wallet that no login can open is left, after a code from the mail typed on the asking device. The old account keeps wallet, devices and logins, and its devices can always log in there. Every mailbox and device is informed. The device moves the login back at any time, the mail for thirty days. The newer account cannot change the login while a device holds the old wallet, and loses its claim when the first account changes the address',
  },
  {
    row: 200,
    threat:
      'The length of a compressed reply reveals a secret, one letter at a time, to a page that places its own text beside it (BREACH)',
    defense:
      'only public replies of GET endpoints without login, proof or cookie are compressed, and never for a request with a cookie, a token or a proof. Not compressed: /v1/me, /v1/siwx, /v1/operator, the wallet’s endpoints, every POST, refusals, the RPC gateway, the relay, event streams and sockets',
  },
  {
    row: 201,
    threat:
      'An operator’s command runs on the wrong or an empty database, finds no row under a key, and removes the only key',
    defense:
      'a command creates no database and no schema, names the database that it uses, and refuses one without rows of a server. `keys -- retire` also requires a row under a remaining key of this configuration, and `--yes` for the embedded database of a public server',
  },
]
