// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {P256} from "@openzeppelin/contracts/utils/cryptography/P256.sol";

/// @title Signatures of the keys of a session
library SessionSignatures {
    /// @notice Whether the key of a session signed a hash, as it is.
    /// @param signer 20 bytes, an address (secp256k1, signature of 65 bytes), or 64, a point of P-256 (signature of 64 bytes, low s).
    function isSignedBy(bytes memory signer, bytes32 hash, bytes memory signature) internal view returns (bool) {
        if (signer.length == 20) return isSignedBy(address(bytes20(signer)), hash, signature);
        if (signer.length != 64 || signature.length != 64) return false;
        (bytes32 x, bytes32 y) = abi.decode(signer, (bytes32, bytes32));
        (bytes32 r, bytes32 s) = abi.decode(signature, (bytes32, bytes32));
        return P256.verify(hash, r, s, x, y);
    }

    /// @notice Whether an ordinary account's key signed a hash, as it is.
    function isSignedBy(address signer, bytes32 hash, bytes memory signature) internal pure returns (bool) {
        (address recovered, ECDSA.RecoverError fault, ) = ECDSA.tryRecover(hash, signature);
        return fault == ECDSA.RecoverError.NoError && recovered == signer;
    }
}
