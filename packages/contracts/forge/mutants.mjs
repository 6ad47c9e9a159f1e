/**
 * Possible faults in the contracts. Each one removes or inverts a check, and the Foundry tests of `test` must fail with it. `contract`
 * is recompiled with the fault; `from` must occur exactly once in the file.
 *
 * There is no fault for the check of a claimed time against the validity of a permission or sponsorship. The EntryPoint checks the
 * returned validity against the clock, and it lies within the period of the claimed time. That check is therefore redundant.
 */
const sessions = (name, from, to, file = 'LatchkeySessions.sol') => ({
  ...{ name: `sessions: ${name}`, file, from, to, test: 'Sessions', contract: 'LatchkeySessions' },
})
const paymaster = (name, from, to) => ({
  ...{
    name: `paymaster: ${name}`,
    file: 'LatchkeyPaymaster.sol',
    from,
    to,
    test: 'Paymaster',
    contract: 'LatchkeyPaymaster',
  },
})
const account = (name, from, to, file = 'LatchkeyAccount.sol') => ({
  ...{ name: `account: ${name}`, file, from, to, test: 'Account', contract: 'LatchkeyAccountFactory' },
})
const names = (name, from, to, file = 'LatchkeyResolver.sol') => ({
  ...{ name: `names: ${name}`, file, from, to, test: 'Names', contract: file.replace('.sol', '') },
})

const calls = 'sessions/CallRules.sol'
const functions = 'sessions/TokenFunctions.sol'

export const mutants = [
  sessions('an end of zero is granted (F10)', 'rules.validUntil != 0 &&', ''),
  sessions('an end of zero is used (F10)', 'require(end != 0 && begin <= time', 'require(begin <= time'),
  sessions('a session ends before it begins', 'rules.validAfter <= rules.validUntil &&', ''),
  sessions('a short period is granted (F10)', 'period == 0 || period >= MIN_PERIOD', 'true'),
  sessions('the shortest period is refused', 'period >= MIN_PERIOD', 'period > MIN_PERIOD'),
  sessions(
    'the window has no end',
    'uint48(end));\n    }\n\n    /// @dev Holds',
    'uint48(0));\n    }\n\n    /// @dev Holds',
  ),
  sessions(
    'the window ends with the session, not with the period',
    'if (first + allowance.period - 1 < end) end =',
    'if (false) end =',
  ),
  sessions('the window begins with the session, not with the period', 'if (first > begin) begin = first;', ''),
  sessions(
    'an allowance counts before it begins',
    'require(time >= allowance.start, OutsideWindow());',
    'if (time < allowance.start) continue;',
  ),
  sessions('the co-signer does not count', 'signed = signed && coSigned;', 'coSigned;'),
  sessions('the key does not count', 'signed = signed && coSigned;', 'signed = coSigned;'),
  sessions('any signature counts', 'packValidationData(signed,', 'packValidationData(true,'),
  sessions(
    'other rules than those granted',
    'require(status == keccak256(abi.encode(rules)), SessionUnknown(id));',
    'require(uint256(status) > 1, SessionUnknown(id));',
  ),
  sessions('a revoked session acts', '_sessions[id][msg.sender].status = REVOKED;', ''),
  sessions('to take the module away ends nothing', '++_eras[msg.sender];', ''),
  sessions(
    'what was granted before the module went acts again',
    'session.era == _eras[account] ? status : REVOKED',
    'true ? status : REVOKED',
  ),
  sessions('what is spent is forgotten', 'counter[op.sender] = spent + used[i];', ''),
  sessions(
    'only this operation is held against the limit',
    'require(used[i] <= allowance.limit - spent,',
    'require(used[i] <= allowance.limit,',
  ),
  sessions('a batch is held against the limit call by call', 'used[place] += amount;', 'used[place] = amount;'),
  sessions('the value of calls does not count', 'if (value != 0) {', 'if (false) {'),
  sessions('amounts of tokens do not count', 'if (data.length != 0) _addTokens', 'if (false) _addTokens'),
  sessions('gas does not count', 'if (cost == 0) return;', 'return;'),
  sessions('the account itself may be called', 'target != op.sender &&', ''),
  sessions('the zero address may be called', 'target != address(0) && // which the account would take for itself', ''),
  sessions('the module may be called', 'target != address(this) &&', ''),
  sessions('no rule needs to allow a call', 'CallRules.allow(rules.calls, target, value, data)', 'true'),
  sessions('uncountable functions may be called', '(found || !TokenFunctions.isUncountable(bytes4(data)))', 'true'),
  sessions('a token is called with what no allowance counts', 'found == metered &&', '(found || !metered) &&'),
  sessions('a period is never over', 'period = (time - first) / allowance.period;', 'period = 0;'),
  sessions(
    'all allowances share a counter',
    'keccak256(abi.encode(id, allowance, period))',
    'keccak256(abi.encode(id, period))',
  ),
  sessions(
    'the amount of approve is another word',
    'selector == 0x095ea7b3 || // approve(address,uint256)',
    '',
    functions,
  ),
  sessions(
    'a rule holds for any target',
    '(rule.target == target || (plain && rule.target == address(0)))',
    'true',
    calls,
  ),
  sessions('a rule holds for any function', 'rule.selector == selector &&', '', calls),

  paymaster('any signature counts', 'packValidationData(signed,', 'packValidationData(true,'),
  paymaster(
    'the claim is not signed',
    'ERC4337Utils.paymasterPostOpGasLimit(op),\n                        claim',
    'ERC4337Utils.paymasterPostOpGasLimit(op),\n                        Claim(0, 0, 0, 0)',
  ),
  paymaster('the calls are not signed', 'keccak256(op.callData),', 'bytes32(0),'),
  paymaster('what is spent is forgotten', '_spent[counter] = spent;', ''),
  paymaster('the budget has no limit', 'require(spent <= limit, BudgetExceeded(claim.budget));', ''),
  paymaster(
    'an unknown budget pays',
    'require(period != 0, BudgetExceeded(claim.budget));',
    'if (period == 0) (limit, period) = (type(uint128).max, 60);',
  ),
  paymaster('an end of zero means for ever', 'end != 0 && end <', 'end <'),
  paymaster(
    'the window is longer than the period',
    'end = Math.min(begin + period + Math.min(period, GRACE) - 1, claim.validUntil);',
    'end = claim.validUntil;',
  ),
  paymaster('a short period lasts as long again and more', 'Math.min(period, GRACE) - 1', 'GRACE - 1'),
  paymaster(
    'the promise has no end',
    'end = Math.min(begin + period + Math.min(period, GRACE) - 1, claim.validUntil);',
    'end = begin + period + Math.min(period, GRACE) - 1;',
  ),
  paymaster('the promise has no beginning', 'begin = Math.max(begin, claim.validAfter);', ''),
  paymaster('too much is given back', '_spent[counter] -= maxCost - cost;', '_spent[counter] -= maxCost;'),
  paymaster(
    'what settling costs is given back',
    'actualGasCost + (postOpGasLimit + SETTLEMENT_GAS) * feePerGas',
    'actualGasCost / 2',
  ),
  paymaster(
    'anybody sets a budget',
    'uint128 limit, uint48 period) external onlyOwner {',
    'uint128 limit, uint48 period) external {',
  ),
  paymaster(
    'anybody sets the signer',
    'function setSigner(address signer_) external onlyOwner {',
    'function setSigner(address signer_) external {',
  ),
  paymaster(
    'anybody takes the deposit',
    'address payable to, uint256 amount) external onlyOwner {',
    'address payable to, uint256 amount) external {',
  ),
  paymaster(
    'a short period is set',
    'require(period >= 60 || (period == 0 && limit == 0)',
    'require(period >= 1 || (period == 0 && limit == 0)',
  ),
  paymaster(
    'the owner can give up',
    'function renounceOwnership() public pure override {\n        revert InvalidSetting();\n    }\n',
    '',
  ),

  account(
    'another site counts (F15)',
    'return bytes32(assertion.authenticatorData) == _passkeyRpIdHash;',
    'return true;',
  ),
  account(
    'a passkey without a site is set (F15)',
    'rpIdHash != 0 && P256.isValidPublicKey(x, y);\n        require(valid',
    'P256.isValidPublicKey(x, y);\n        require(valid',
  ),
  account('a site without a passkey is set', 'x == 0 && y == 0 ? rpIdHash == 0 :', 'x == 0 && y == 0 ? true :'),
  account('any ordinary signature counts', 'recovered == signer;', 'recovered != address(0);'),
  account(
    'anybody may call its own functions',
    'require(msg.sender == address(this), AccountUnauthorized(msg.sender));\n        _;',
    '_;',
  ),
  account('anybody may initialise', 'require(msg.sender == factory, AccountUnauthorized(msg.sender));', ''),
  account('the last owner can go', '_owner = owner_;\n        _requireOwner();', '_owner = owner_;'),
  account('the last passkey can go', '(x, y, rpIdHash);\n        _requireOwner();', '(x, y, rpIdHash);'),
  account(
    'a module that is not installed counts as the owner',
    'if (module == address(0)) return',
    'if (module == address(0) || !isModuleInstalled(MODULE_TYPE_VALIDATOR, module, msg.data[:0])) return',
  ),
  account('the zero address is the account', 'require(target != address(0), InvalidTarget());\n        }', '}'),
  account(
    'the code of others runs',
    'require(callType == ERC7579Utils.CALLTYPE_SINGLE, ERC7579Utils.ERC7579UnsupportedCallType(callType));',
    'if (CallType.unwrap(callType) != CallType.unwrap(ERC7579Utils.CALLTYPE_SINGLE)) return super._execute(mode, executionCalldata);',
  ),
  account(
    'plain messages count',
    'answer == bytes4(0xffffffff) && _signedBy(address(this), hash, signature)',
    '_signedBy(_owner, hash, signature)',
  ),
  account(
    'the address is not the site’s (F15)',
    'abi.encode(owner, x, y, rpIdHash, salt)',
    'abi.encode(owner, x, y, salt)',
    'LatchkeyAccountFactory.sol',
  ),
  account(
    'the address is not the owner’s',
    'abi.encode(owner, x, y, rpIdHash, salt)',
    'abi.encode(x, y, rpIdHash, salt)',
    'LatchkeyAccountFactory.sol',
  ),
  account('one of nobody is made', ': rpIdHash == 0 && owner != address(0),', ': true,', 'LatchkeyAccountFactory.sol'),
  account(
    'one of a point beside the curve is made',
    '? rpIdHash != 0 && P256.isValidPublicKey(passkeyX, passkeyY)',
    '? true',
    'LatchkeyAccountFactory.sol',
  ),

  names('an old answer counts', 'require(expires >= block.timestamp, AnswerExpired(expires));', ''),
  names('the last second does not count', 'expires >= block.timestamp', 'expires > block.timestamp'),
  names('any key counts', 'require(isSigner(signer), UnknownSigner(signer));', ''),
  names(
    'an answer for another contract counts',
    'abi.encodePacked(hex"1900", target, expires,',
    'abi.encodePacked(hex"1900", expires,',
  ),
  names('an answer to another question counts', 'keccak256(request), keccak256(result)', 'keccak256(result)'),
  names('another answer counts', 'keccak256(request), keccak256(result)', 'keccak256(request)'),
  names('an answer has no time', 'target, expires, keccak256', 'target, keccak256'),
  names(
    'anybody adds a key',
    'function addSigner(address signer) external onlyOwner {',
    'function addSigner(address signer) external {',
  ),
  names(
    'anybody takes a key out',
    'function removeSigner(address signer) external onlyOwner {',
    'function removeSigner(address signer) external {',
  ),
  names('a key that was taken out counts', 'if (_signers.remove(signer)) emit', 'if (_signers.contains(signer)) emit'),
  names(
    'anybody changes names',
    'nameOwner == msg.sender || _operators[nameOwner][msg.sender]',
    'true',
    'NameRegistry.sol',
  ),
  names(
    'nobody acts for an owner',
    'nameOwner == msg.sender || _operators[nameOwner][msg.sender]',
    'nameOwner == msg.sender',
    'NameRegistry.sol',
  ),
  names(
    'who acts for one acts for all',
    '_operators[nameOwner][msg.sender], NotAuthorised',
    '_operators[msg.sender][nameOwner], NotAuthorised',
    'NameRegistry.sol',
  ),
]
