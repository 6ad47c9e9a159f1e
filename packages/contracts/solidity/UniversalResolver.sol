// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {DnsName} from "./names/DnsName.sol";
import {IAddress, IAddresses, IName} from "./names/IRecords.sol";
import {IRegistry} from "./names/IRegistry.sol";
import {ResolverCaller} from "./names/ResolverCaller.sol";
import {ReverseName} from "./names/ReverseName.sol";

/// @title Resolves names and addresses in one call
/// @notice For chains without ENS, and for local ones: what clients of ENS ask its universal resolver, over any registry (ERC-137).
/// Resolvers answer on the chain or elsewhere (ERC-3668), for their own name or for all below it (ENSIP-10). An answer that lies
/// elsewhere is fetched through the client's own batch gateway, or one that the caller names.
contract UniversalResolver is ResolverCaller {
    /// @dev State between the steps of {reverse}.
    struct Reverse {
        bytes account;
        uint256 coinType;
        /// The name that counts on every network of Ethereum's family was asked for.
        bool isDefault;
        address reverseResolver;
        string name;
    }

    /// @notice There is no address to find the name of.
    error EmptyAddress();
    /// @notice The name does not stand for the address that gives itself this name.
    error ReverseAddressMismatch(string primary, bytes primaryAddress);

    constructor(IRegistry registry_) ResolverCaller(registry_) {}

    /// @notice Asks a name's resolver.
    /// @param name In DNS's form, normalised.
    /// @param data The question: a call of a function of resolvers, such as `addr(bytes32)`.
    /// @return answer Return value of that function.
    /// @return resolver Who answered.
    function resolve(
        bytes calldata name,
        bytes calldata data
    ) external view returns (bytes memory answer, address resolver) {
        return resolveWithGateways(name, data, _ownGateways());
    }

    /// @notice The same, with batch gateways of the caller's.
    function resolveWithGateways(
        bytes calldata name,
        bytes calldata data,
        string[] memory gateways
    ) public view returns (bytes memory answer, address resolver) {
        Asked memory asked = _choose(name, bytes4(data));
        return (_ask(asked, name, data, Next(gateways, this.resolveCallback.selector, "")), asked.resolver);
    }

    /// @notice Goes on with {resolve}; called by clients with what they fetched.
    function resolveCallback(
        bytes calldata response,
        bytes calldata extraData
    ) external view returns (bytes memory answer, address resolver) {
        Asked memory asked;
        (asked, answer, ) = _proceed(response, extraData);
        return (answer, asked.resolver);
    }

    /// @notice Finds the name that an address gives itself, and checks that the name stands for the address.
    /// @param account The address, as bytes.
    /// @param coinType Where: 60 for Ethereum, else by ENSIP-11. Without a name there, the one that counts everywhere is taken (ENSIP-19).
    /// @return name Empty where there is none.
    /// @return resolver Of the name.
    /// @return reverseResolver Of the address.
    function reverse(
        bytes calldata account,
        uint256 coinType
    ) external view returns (string memory name, address resolver, address reverseResolver) {
        return reverseWithGateways(account, coinType, _ownGateways());
    }

    /// @notice The same, with batch gateways of the caller's.
    function reverseWithGateways(
        bytes calldata account,
        uint256 coinType,
        string[] memory gateways
    ) public view returns (string memory name, address resolver, address reverseResolver) {
        require(account.length > 0, EmptyAddress());
        return _askName(Reverse(account, coinType, coinType == ReverseName.DEFAULT, address(0), ""), gateways);
    }

    /// @notice Goes on with {reverse}; called by clients with the name that they fetched.
    function reverseNameCallback(
        bytes calldata response,
        bytes calldata extraData
    ) external view returns (string memory, address, address) {
        (Asked memory asked, bytes memory answer, Next memory next) = _proceed(response, extraData);
        Reverse memory state = abi.decode(next.state, (Reverse));
        state.reverseResolver = asked.resolver;
        return _takeName(state, answer, next.gateways);
    }

    /// @notice Goes on with {reverse}; called by clients with the address that they fetched.
    function reverseAddressCallback(
        bytes calldata response,
        bytes calldata extraData
    ) external view returns (string memory, address, address) {
        (Asked memory asked, bytes memory answer, Next memory next) = _proceed(response, extraData);
        return _takeAddress(abi.decode(next.state, (Reverse)), asked.resolver, answer);
    }

    function _askName(
        Reverse memory state,
        string[] memory gateways
    ) private view returns (string memory, address, address) {
        uint256 coinType = state.isDefault ? ReverseName.DEFAULT : state.coinType;
        bytes memory name = DnsName.encode(ReverseName.write(state.account, coinType));
        Asked memory asked = _choose(name, IName.name.selector);
        if (asked.resolver == address(0)) {
            if (_hasDefault(state)) return _askDefault(state, gateways);
            if (state.reverseResolver != address(0)) return ("", address(0), state.reverseResolver);
        }
        Next memory next = Next(gateways, this.reverseNameCallback.selector, abi.encode(state));
        bytes memory answer = _ask(asked, name, abi.encodeCall(IName.name, (DnsName.nodeOf(name))), next);
        state.reverseResolver = asked.resolver;
        return _takeName(state, answer, gateways);
    }

    function _takeName(
        Reverse memory state,
        bytes memory answer,
        string[] memory gateways
    ) private view returns (string memory, address, address) {
        state.name = string(_readBytes(answer));
        if (bytes(state.name).length == 0) {
            return _hasDefault(state) ? _askDefault(state, gateways) : ("", address(0), state.reverseResolver);
        }
        bytes memory name = DnsName.encode(state.name);
        bytes32 node = DnsName.nodeOf(name);
        bytes memory data = state.coinType == ReverseName.ETHER
            ? abi.encodeCall(IAddress.addr, (node))
            : abi.encodeCall(IAddresses.addr, (node, state.coinType));
        Asked memory asked = _choose(name, bytes4(data));
        answer = _ask(asked, name, data, Next(gateways, this.reverseAddressCallback.selector, abi.encode(state)));
        return _takeAddress(state, asked.resolver, answer);
    }

    function _takeAddress(
        Reverse memory state,
        address resolver,
        bytes memory answer
    ) private pure returns (string memory, address, address) {
        bytes memory primary;
        if (state.coinType == ReverseName.ETHER) {
            require(answer.length >= 32, UnsupportedResolverProfile(IAddress.addr.selector));
            primary = abi.encodePacked(address(uint160(uint256(bytes32(answer)))));
        } else {
            primary = _readBytes(answer);
        }
        require(keccak256(primary) == keccak256(state.account), ReverseAddressMismatch(state.name, primary));
        return (state.name, resolver, state.reverseResolver);
    }

    function _hasDefault(Reverse memory state) private pure returns (bool) {
        return !state.isDefault && ReverseName.isOfEthereum(state.coinType);
    }

    function _askDefault(
        Reverse memory state,
        string[] memory gateways
    ) private view returns (string memory, address, address) {
        state.isDefault = true;
        return _askName(state, gateways);
    }

    /// @dev The client itself. Source: ENSIP-21.
    function _ownGateways() private pure returns (string[] memory gateways) {
        gateways = new string[](1);
        gateways[0] = "x-batch-gateway:true";
    }
}
