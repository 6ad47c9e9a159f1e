// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @dev Condition on one argument of a call.
struct ArgumentRule {
    /// Which 32 bytes after the selector.
    uint16 index;
    /// 0 equal, 1 not equal, 2 at most, 3 at least; words compare as unsigned numbers.
    uint8 condition;
    bytes32 value;
}

/// @dev A call that is allowed.
struct CallRule {
    /// Zero: any receiver of a plain payment, which has no data.
    address target;
    /// Zero: a plain payment.
    bytes4 selector;
    /// Wei that one call may carry.
    uint256 valueLimit;
    ArgumentRule[] arguments;
}

/// @dev Maximum amount of a coin or token that leaves the account.
struct Allowance {
    /// Zero: the network's own coin.
    address token;
    /// Base units in each period.
    uint256 limit;
    /// Unix seconds when the first period begins.
    uint48 start;
    /// Seconds, at least 60; 0: the limit is for the session's whole life.
    uint48 period;
}

/// @dev Rules of a session.
struct Grant {
    /// Whose signature counts: 20 bytes, an address (secp256k1), or 64, a public key of P-256.
    bytes signer;
    /// Address that must sign as well; zero: none.
    address coSigner;
    /// Unix seconds, both included. The end is never zero.
    uint48 validAfter;
    uint48 validUntil;
    CallRule[] calls;
    Allowance[] allowances;
}
