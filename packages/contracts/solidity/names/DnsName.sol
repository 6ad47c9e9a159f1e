// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @title Names in DNS's form: each label behind its length, and a zero
/// @notice Source: RFC 1035, section 3.1; ENSIP-10.
library DnsName {
    /// @notice No name in DNS's form.
    error DNSDecodingFailed(bytes dns);
    /// @notice A name that has no DNS form: an empty label, or one over 255 bytes.
    error DNSEncodingFailed(string ens);

    /// @notice The hash of the label at an offset, and where the next one begins.
    /// @return label 0 at the end of the name.
    function labelAt(bytes memory name, uint256 offset) internal pure returns (bytes32 label, uint256 next) {
        require(offset < name.length, DNSDecodingFailed(name));
        uint256 length = uint8(name[offset]);
        next = offset + 1 + length;
        if (length == 0) {
            require(next == name.length, DNSDecodingFailed(name));
            return (0, next);
        }
        require(next < name.length, DNSDecodingFailed(name));
        assembly ("memory-safe") {
            label := keccak256(add(add(name, 33), offset), length)
        }
    }

    /// @notice The node of a name. Source: ERC-137, `namehash`.
    function nodeOf(bytes memory name) internal pure returns (bytes32) {
        return _nodeAt(name, 0);
    }

    /// @notice Writes a name with dots in DNS's form.
    function encode(string memory name) internal pure returns (bytes memory dns) {
        bytes memory text = bytes(name);
        if (text.length == 0) return new bytes(1);
        dns = new bytes(text.length + 2);
        uint256 begin = 0;
        for (uint256 i = 0; i <= text.length; ++i) {
            if (i < text.length && text[i] != ".") {
                dns[i + 1] = text[i];
                continue;
            }
            uint256 length = i - begin;
            require(length > 0 && length < 256, DNSEncodingFailed(name));
            dns[begin] = bytes1(uint8(length));
            begin = i + 1;
        }
    }

    function _nodeAt(bytes memory name, uint256 offset) private pure returns (bytes32) {
        (bytes32 label, uint256 next) = labelAt(name, offset);
        return label == 0 ? bytes32(0) : keccak256(abi.encodePacked(_nodeAt(name, next), label));
    }
}
