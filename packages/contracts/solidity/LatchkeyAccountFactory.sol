// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {LatchkeyAccount} from "LatchkeyAccount.sol";
import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @title Makes Latchkey's smart accounts
/// @notice An account's address follows from its first owner and a number, and is the same on every chain. Anybody may make anybody's
/// account: whoever does cannot change who owns it.
contract LatchkeyAccountFactory {
    /// @notice The code that all accounts run (ERC-1167), and what an ordinary account may take on by EIP-7702.
    address public immutable implementation;

    /// @notice An account was made.
    event AccountCreated(
        address indexed account,
        address indexed owner,
        bytes32 passkeyX,
        bytes32 passkeyY,
        bytes32 rpIdHash,
        uint256 salt
    );

    /// @notice The account would have no owner that can sign.
    error InvalidFirstOwner();

    /// @param sessions The module of sessions (`LatchkeySessions`).
    constructor(address sessions) {
        implementation = address(new LatchkeyAccount(sessions));
    }

    /// @notice Makes the account of an owner, or returns its address if it exists.
    /// @param owner An ordinary account; zero: the passkey alone.
    /// @param passkeyX The public key of a passkey (P-256); zeros: none.
    /// @param passkeyY The public key of a passkey (P-256); zeros: none.
    /// @param rpIdHash SHA-256 of the id of the relying party (WebAuthn) that made the passkey; zeros without one.
    /// @param salt Tells accounts of one owner apart.
    function createAccount(
        address owner,
        bytes32 passkeyX,
        bytes32 passkeyY,
        bytes32 rpIdHash,
        uint256 salt
    ) external returns (address account) {
        bytes32 cloneSalt = _cloneSalt(owner, passkeyX, passkeyY, rpIdHash, salt);
        account = Clones.predictDeterministicAddress(implementation, cloneSalt);
        if (account.code.length > 0) return account;
        bool hasPasskey = passkeyX != 0 || passkeyY != 0;
        require(
            hasPasskey
                ? rpIdHash != 0 && P256.isValidPublicKey(passkeyX, passkeyY)
                : rpIdHash == 0 && owner != address(0),
            InvalidFirstOwner()
        );
        Clones.cloneDeterministic(implementation, cloneSalt);
        LatchkeyAccount(payable(account)).initialize(owner, passkeyX, passkeyY, rpIdHash);
        emit AccountCreated(account, owner, passkeyX, passkeyY, rpIdHash, salt);
    }

    /// @notice Where the account of an owner is, or will be.
    function addressOf(
        address owner,
        bytes32 passkeyX,
        bytes32 passkeyY,
        bytes32 rpIdHash,
        uint256 salt
    ) external view returns (address) {
        return Clones.predictDeterministicAddress(implementation, _cloneSalt(owner, passkeyX, passkeyY, rpIdHash, salt));
    }

    function _cloneSalt(
        address owner,
        bytes32 x,
        bytes32 y,
        bytes32 rpIdHash,
        uint256 salt
    ) private pure returns (bytes32) {
        return keccak256(abi.encode(owner, x, y, rpIdHash, salt));
    }
}
