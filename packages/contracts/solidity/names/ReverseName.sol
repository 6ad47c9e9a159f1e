// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @title Names of addresses
/// @notice Source: ENSIP-19, ENSIP-11.
library ReverseName {
    /// @notice Ethereum.
    uint256 internal constant ETHER = 60;
    /// @notice Every network of Ethereum's family that an address has no name of its own for.
    uint256 internal constant DEFAULT = 0x8000_0000;

    bytes16 private constant DIGITS = "0123456789abcdef";

    /// @notice `<address>.addr.reverse`, `<address>.default.reverse` or `<address>.<coin type>.reverse`, numbers in hexadecimal digits.
    function write(bytes memory account, uint256 coinType) internal pure returns (string memory) {
        bytes memory network = coinType == ETHER
            ? bytes("addr")
            : coinType == DEFAULT
                ? bytes("default")
                : _withoutZeros(_hex(abi.encodePacked(coinType)));
        return string.concat(string(_hex(account)), ".", string(network), ".reverse");
    }

    /// @notice Whether a coin type is one of Ethereum's family, to which the default name applies.
    function isOfEthereum(uint256 coinType) internal pure returns (bool) {
        return coinType == ETHER || (coinType >= DEFAULT && coinType <= type(uint32).max);
    }

    function _hex(bytes memory value) private pure returns (bytes memory text) {
        text = new bytes(value.length * 2);
        for (uint256 i = 0; i < value.length; ++i) {
            text[2 * i] = DIGITS[uint8(value[i]) >> 4];
            text[2 * i + 1] = DIGITS[uint8(value[i]) & 15];
        }
    }

    function _withoutZeros(bytes memory digits) private pure returns (bytes memory rest) {
        uint256 begin = 0;
        while (begin + 1 < digits.length && digits[begin] == "0") ++begin;
        rest = new bytes(digits.length - begin);
        for (uint256 i = 0; i < rest.length; ++i) rest[i] = digits[begin + i];
    }
}
