// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {ERC4337Utils} from "@openzeppelin/contracts/account/utils/ERC4337Utils.sol";
import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC7579Module, IERC7579Validator, MODULE_TYPE_VALIDATOR} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {CallRules} from "./sessions/CallRules.sol";
import {ExecuteReader} from "./sessions/ExecuteReader.sol";
import {Allowance, CallRule, Grant} from "./sessions/Grant.sol";
import {SessionSignatures} from "./sessions/SessionSignatures.sol";
import {TokenFunctions} from "./sessions/TokenFunctions.sol";

/// @title Session keys: keys that can act for an account within limits
/// @notice Validator module (ERC-7579) for accounts of EntryPoint v0.8. An account grants a session with a number that it chooses, and
/// revokes it. Each number can be used once. Operations of a session have its number in their own (the last four bytes of the nonce's key), so
/// that a signature is good for one session, one account and one chain.
///
/// The contract stores the hash of a session's rules. Each operation contains the rules again: its signature is
/// `abi.encode(uint48 time, Grant rules, bytes signature, bytes coSignature)`. Validation may not read the clock (ERC-7562), so the
/// operation claims a time, `time`, which says what period of each allowance it counts against; the window that validation returns
/// is the session's and that of those periods, so that the EntryPoint refuses a wrong claim. The EntryPoint reads an end of zero as "no end",
/// so a session always has an end, and no window ends at zero.
///
/// These amounts count: the value of calls and, unless a paymaster pays, the operation's maximum gas cost, against the allowance of
/// the network's coin; amounts of `transfer`, `transferFrom`, `approve`, `increaseAllowance` against the allowance of that token. An
/// approval counts when it is given, whether it is used or not; so does an operation that fails later. A token with an allowance
/// accepts only these functions, and a token without an allowance none of them.
///
/// A paymaster that is paid by the account in tokens, by an approval of the owner, does not count: the co-signer must not allow it.
contract LatchkeySessions is IERC7579Validator {
    struct Session {
        /// The hash of the rules; `REVOKED`: ended permanently.
        bytes32 status;
        /// How often the module had been uninstalled when the session was granted.
        uint64 era;
    }

    bytes32 private constant REVOKED = bytes32(uint256(1));

    /// @notice The shortest period of an allowance, in seconds.
    uint48 public constant MIN_PERIOD = 60;

    // The account is the last key everywhere, so that storage is associated with it (ERC-7562).
    mapping(uint32 id => mapping(address account => Session)) private _sessions;
    mapping(address account => uint64) private _eras;
    mapping(bytes32 counter => mapping(address account => uint256)) private _spent;

    /// @notice A session can act from now on, within its time range.
    event SessionGranted(address indexed account, uint32 indexed id, bytes32 grantHash, Grant rules);
    /// @notice A session ended permanently.
    event SessionRevoked(address indexed account, uint32 indexed id);

    /// @notice Invalid rules: the signer's length, no end, a period under {MIN_PERIOD}, two allowances of one token, an unknown
    /// condition.
    error InvalidGrant();
    /// @notice The number was already used.
    error SessionExists(uint32 id);
    /// @notice Not granted, revoked, or granted with other rules.
    error SessionUnknown(uint32 id);
    /// @notice The caller is not the account, or the operation is for another validator.
    error WrongCaller();
    /// @notice A session cannot deploy or change the account.
    error AccountCodeRefused();
    /// @notice The claimed time is not in the session's, or before an allowance begins.
    error OutsideWindow();
    /// @notice No rule allows this call of the batch (counted from 0).
    error CallRefused(uint256 call);
    /// @notice This call needs an allowance that the session does not have, or moves a token in a way that cannot be counted.
    error AllowanceMissing(uint256 call);
    /// @notice More than the rest of this allowance (counted from 0) in its period.
    error AllowanceExceeded(uint256 allowance);
    /// @notice The operation's gas would be paid by the account, and the session has no allowance for that.
    error GasRefused();

    /// @notice Allows a key to act for the account that calls this.
    /// @param id The session's number; one that was never used.
    function grant(uint32 id, Grant calldata rules) external {
        Session storage session = _sessions[id][msg.sender];
        require(session.status == 0, SessionExists(id));
        _requireSense(rules);
        bytes32 grantHash = keccak256(abi.encode(rules));
        (session.status, session.era) = (grantHash, _eras[msg.sender]);
        emit SessionGranted(msg.sender, id, grantHash, rules);
    }

    /// @notice Ends a session of the account that calls this, permanently. Also blocks a number that was never used.
    function revoke(uint32 id) external {
        _sessions[id][msg.sender].status = REVOKED;
        emit SessionRevoked(msg.sender, id);
    }

    /// @notice 0: never granted; 1: revoked; otherwise the hash of its rules, `keccak256(abi.encode(rules))`. Does not consider times.
    function statusOf(address account, uint32 id) public view returns (bytes32) {
        Session storage session = _sessions[id][account];
        bytes32 status = session.status;
        return status == 0 || session.era == _eras[account] ? status : REVOKED;
    }

    /// @notice How much of an allowance has been used in a period.
    /// @param allowance Its place among the session's, from 0.
    /// @param period How many periods began before this one; 0 where the limit is for the session's whole life.
    function spentOf(address account, uint32 id, uint256 allowance, uint256 period) external view returns (uint256) {
        return _spent[_counterOf(id, allowance, period)][account];
    }

    /// @inheritdoc IERC7579Module
    function onInstall(bytes calldata) external {}

    /// @notice Ends all sessions of the account that calls this: a later installation of the module restores none of them.
    function onUninstall(bytes calldata) external {
        ++_eras[msg.sender];
    }

    /// @inheritdoc IERC7579Module
    function isModuleType(uint256 moduleTypeId) external pure returns (bool) {
        return moduleTypeId == MODULE_TYPE_VALIDATOR;
    }

    /// @notice A session never signs messages.
    function isValidSignatureWithSender(address, bytes32, bytes calldata) external pure returns (bytes4) {
        return 0xffffffff;
    }

    /// @inheritdoc IERC7579Validator
    /// @dev Returns a failure for a wrong signature, so that gas can be measured without a right one. Everything else reverts with
    /// the reason.
    function validateUserOp(PackedUserOperation calldata op, bytes32 opHash) external returns (uint256) {
        require(msg.sender == op.sender && address(bytes20(bytes32(op.nonce))) == address(this), WrongCaller());
        require(op.initCode.length == 0, AccountCodeRefused());
        uint32 id = uint32(op.nonce >> 64);
        (uint48 time, Grant memory rules, bytes memory signature, bytes memory coSignature) = abi.decode(
            op.signature,
            (uint48, Grant, bytes, bytes)
        );
        bytes32 status = statusOf(op.sender, id);
        require(status == keccak256(abi.encode(rules)), SessionUnknown(id));

        (uint256 begin, uint256 end) = _count(op, id, time, rules);
        bool signed = SessionSignatures.isSignedBy(rules.signer, opHash, signature);
        if (rules.coSigner != address(0)) {
            // Always compute both, so that a wrong signature costs as much as a right one.
            bool coSigned = SessionSignatures.isSignedBy(rules.coSigner, opHash, coSignature);
            signed = signed && coSigned;
        }
        // The EntryPoint takes the first second as excluded, the last as included.
        return ERC4337Utils.packValidationData(signed, uint48(begin == 0 ? 0 : begin - 1), uint48(end));
    }

    /// @dev Checks the calls of an operation against the rules and counts the amounts that leave the account.
    /// @return begin The first second when the operation is within the session's time and the periods that it counts against.
    /// @return end The last one.
    function _count(
        PackedUserOperation calldata op,
        uint32 id,
        uint48 time,
        Grant memory rules
    ) private returns (uint256 begin, uint256 end) {
        uint256[] memory used = new uint256[](rules.allowances.length);
        _addGas(op, rules.allowances, used);
        _addCalls(op, rules, used);
        (begin, end) = (rules.validAfter, rules.validUntil);
        for (uint256 i = 0; i < used.length; ++i) {
            if (used[i] == 0) continue;
            Allowance memory allowance = rules.allowances[i];
            require(time >= allowance.start, OutsideWindow());
            uint256 first = allowance.start;
            uint256 period = 0;
            if (allowance.period != 0) {
                period = (time - first) / allowance.period;
                first += period * allowance.period;
                if (first + allowance.period - 1 < end) end = first + allowance.period - 1;
            }
            if (first > begin) begin = first;

            mapping(address => uint256) storage counter = _spent[_counterOf(id, i, period)];
            uint256 spent = counter[op.sender];
            require(used[i] <= allowance.limit - spent, AllowanceExceeded(i));
            counter[op.sender] = spent + used[i];
        }
        // An end of zero would mean no end to the EntryPoint. With begin <= time <= end, the window is never empty or turned round.
        require(end != 0 && begin <= time && time <= end, OutsideWindow());
    }

    /// @dev Where the account itself pays for the operation, the most that it can cost.
    function _addGas(
        PackedUserOperation calldata op,
        Allowance[] memory allowances,
        uint256[] memory used
    ) private pure {
        address paymaster = ERC4337Utils.paymaster(op);
        if (paymaster != address(0) && paymaster != op.sender) return;
        uint256 gas = op.preVerificationGas +
            ERC4337Utils.verificationGasLimit(op) +
            ERC4337Utils.callGasLimit(op) +
            ERC4337Utils.paymasterVerificationGasLimit(op) +
            ERC4337Utils.paymasterPostOpGasLimit(op);
        uint256 cost = gas * ERC4337Utils.maxFeePerGas(op);
        if (cost == 0) return;
        (bool found, uint256 place) = _findAllowance(allowances, address(0));
        require(found, GasRefused());
        _add(allowances, used, place, cost);
    }

    function _addCalls(PackedUserOperation calldata op, Grant memory rules, uint256[] memory used) private view {
        (bytes calldata execution, uint256 count, uint256 position) = ExecuteReader.open(op.callData);
        for (uint256 i = 0; i < count; ++i) {
            (address target, uint256 value, bytes calldata data, uint256 next) = ExecuteReader.readCall(
                execution,
                count,
                i,
                position
            );
            position = next;
            require(
                target != address(0) && // which the account would take for itself
                    target != op.sender &&
                    target != address(this) &&
                    target != address(ERC4337Utils.ENTRYPOINT_V08) &&
                    CallRules.allow(rules.calls, target, value, data),
                CallRefused(i)
            );
            if (value != 0) {
                (bool found, uint256 place) = _findAllowance(rules.allowances, address(0));
                require(found, AllowanceMissing(i));
                _add(rules.allowances, used, place, value);
            }
            if (data.length != 0) _addTokens(rules.allowances, used, i, target, data);
        }
    }

    function _addTokens(
        Allowance[] memory allowances,
        uint256[] memory used,
        uint256 call,
        address target,
        bytes calldata data
    ) private pure {
        (bool found, uint256 place) = _findAllowance(allowances, target);
        (bool metered, uint256 index) = TokenFunctions.amountOf(bytes4(data));
        require(
            found == metered && (found || !TokenFunctions.isUncountable(bytes4(data))),
            AllowanceMissing(call)
        );
        if (!found) return;
        uint256 begin = 4 + index * 32;
        require(data.length >= begin + 32, CallRefused(call));
        _add(allowances, used, place, uint256(bytes32(data[begin:begin + 32])));
    }

    function _add(Allowance[] memory allowances, uint256[] memory used, uint256 place, uint256 amount) private pure {
        require(amount <= allowances[place].limit - used[place], AllowanceExceeded(place));
        used[place] += amount;
    }

    function _findAllowance(
        Allowance[] memory allowances,
        address token
    ) private pure returns (bool found, uint256 place) {
        for (place = 0; place < allowances.length; ++place) if (allowances[place].token == token) return (true, place);
    }

    function _requireSense(Grant calldata rules) private pure {
        require(
            (rules.signer.length == 20 ? address(bytes20(rules.signer)) != address(0) : rules.signer.length == 64) &&
                rules.validUntil != 0 &&
                rules.validAfter <= rules.validUntil &&
                rules.validUntil < ERC4337Utils.BLOCK_RANGE_FLAG,
            InvalidGrant()
        );
        for (uint256 i = 0; i < rules.calls.length; ++i) {
            CallRule calldata rule = rules.calls[i];
            // A plain payment has no arguments, and a function belongs to a contract.
            require(rule.selector == 0 ? rule.arguments.length == 0 : rule.target != address(0), InvalidGrant());
            for (uint256 j = 0; j < rule.arguments.length; ++j) require(rule.arguments[j].condition < 4, InvalidGrant());
        }
        for (uint256 i = 0; i < rules.allowances.length; ++i) {
            uint48 period = rules.allowances[i].period;
            require(period == 0 || period >= MIN_PERIOD, InvalidGrant());
            for (uint256 j = 0; j < i; ++j) {
                require(rules.allowances[i].token != rules.allowances[j].token, InvalidGrant());
            }
        }
    }

    function _counterOf(uint32 id, uint256 allowance, uint256 period) private pure returns (bytes32) {
        return keccak256(abi.encode(id, allowance, period));
    }
}
