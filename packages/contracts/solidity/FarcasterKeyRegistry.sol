// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {FarcasterIdRegistry} from "FarcasterIdRegistry.sol";

/// @title Which keys act for a Farcaster account
/// @notice Answers like the registry on OP Mainnet where a sign-in is verified. Without its gateway and without metadata.
contract FarcasterKeyRegistry {
    /// @notice A key that was removed never comes back.
    enum KeyState {
        NULL,
        ADDED,
        REMOVED
    }

    /// @notice State of a key. Type 1 is an Ed25519 key of an app, type 2 an address that may sign in for the account.
    struct KeyData {
        KeyState state;
        uint32 keyType;
    }

    /// @notice The registry of the accounts.
    FarcasterIdRegistry public immutable idRegistry;

    mapping(uint256 fid => mapping(bytes key => KeyData)) private _keys;

    /// @notice A key may act for an account.
    event Add(uint256 indexed fid, uint32 indexed keyType, bytes indexed key, bytes keyBytes);
    /// @notice A key may no longer act for an account.
    event Remove(uint256 indexed fid, bytes indexed key, bytes keyBytes);

    /// @notice The caller has no account.
    error Unauthorized();
    /// @notice The key is not in the state that this takes.
    error InvalidState();

    /// @param idRegistry_ The registry of the accounts.
    constructor(FarcasterIdRegistry idRegistry_) {
        idRegistry = idRegistry_;
    }

    /// @notice Lets a key act for the caller's account.
    /// @param keyType 1 or 2, as in {KeyData}.
    /// @param key The key; of an address its ABI encoding, 32 bytes.
    function add(uint32 keyType, bytes calldata key) external {
        KeyData storage data = _keys[_fidOfCaller()][key];
        if (data.state != KeyState.NULL) revert InvalidState();
        data.state = KeyState.ADDED;
        data.keyType = keyType;
        emit Add(_fidOfCaller(), keyType, key, key);
    }

    /// @notice Takes a key of the caller's account away, permanently.
    /// @param key The key, as it was added.
    function remove(bytes calldata key) external {
        KeyData storage data = _keys[_fidOfCaller()][key];
        if (data.state != KeyState.ADDED) revert InvalidState();
        data.state = KeyState.REMOVED;
        emit Remove(_fidOfCaller(), key, key);
    }

    /// @notice State of a key of an account.
    /// @param fid The number of the account.
    /// @param key The key, as it was added.
    function keyDataOf(uint256 fid, bytes calldata key) external view returns (KeyData memory) {
        return _keys[fid][key];
    }

    function _fidOfCaller() private view returns (uint256 fid) {
        fid = idRegistry.idOf(msg.sender);
        if (fid == 0) revert Unauthorized();
    }
}
