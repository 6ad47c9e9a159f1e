// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

/// @title A resolver that answers for names below its own
/// @notice Source: ENSIP-10. Its interface has the number `0x9061b923`.
interface IExtendedResolver {
    /// @param name The name in DNS's form.
    /// @param data The question: a call of a function of resolvers.
    /// @return Return value of that function.
    function resolve(bytes calldata name, bytes calldata data) external view returns (bytes memory);
}
