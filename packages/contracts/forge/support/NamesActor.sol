// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {LatchkeyResolver} from "../../solidity/LatchkeyResolver.sol";
import {NameRegistry} from "../../solidity/NameRegistry.sol";
import {World} from "./World.sol";

/// @title Everybody who has to do with names: owners, operators, strangers, gateways with good, stolen and old keys
contract NamesActor is World {
    address private constant ROOT = address(0x2007);
    LatchkeyResolver public resolver;
    LatchkeyResolver private _twin;
    NameRegistry public registry;

    address private _owner = address(0x0113);
    address private _pending;
    mapping(address => bool) private _signs;
    bytes32[] private _nodes;
    mapping(bytes32 => address) private _owners;
    mapping(bytes32 => address) private _resolvers;
    mapping(address => mapping(address => bool)) private _operates;
    /// @dev The addresses of keys 1 to 4: to ask for them each time takes its time.
    address[5] private _keys;
    uint256 public accepted;

    constructor() {
        vm.warp(START);
        for (uint256 key = 1; key < 5; ++key) _keys[key] = vm.addr(key);
        resolver = LatchkeyResolver(make("LatchkeyResolver", abi.encode(_owner)));
        _twin = LatchkeyResolver(make("LatchkeyResolver", abi.encode(_owner)));
        registry = NameRegistry(make("NameRegistry", abi.encode(ROOT)));
        _nodes.push(0);
        _owners[0] = ROOT;
    }

    function warp(uint256 seed) external {
        vm.warp(block.timestamp + bound(seed, 0, 600));
    }

    /// @notice Anybody adds, removes and gives away: only the owner does so.
    function govern(uint256 seed) external {
        address who = _who(seed);
        uint256 key = 1 + ((seed >> 8) % 3);
        uint256 way = (seed >> 16) % 4;
        vm.prank(who);
        if (way == 0) {
            (bool done, ) = address(resolver).call(abi.encodeCall(resolver.addSigner, (_keys[key])));
            require(done == (who == _owner), "a stranger added a key");
            if (done) _signs[_keys[key]] = true;
        } else if (way == 1) {
            (bool done, ) = address(resolver).call(abi.encodeCall(resolver.removeSigner, (_keys[key])));
            require(done == (who == _owner), "a stranger took a key out");
            if (done) _signs[_keys[key]] = false;
        } else if (way == 2) {
            address next = _who(seed >> 24);
            (bool done, ) = address(resolver).call(abi.encodeCall(resolver.transferOwnership, (next)));
            require(done == (who == _owner), "a stranger gave the resolver away");
            if (done) _pending = next;
        } else {
            (bool done, ) = address(resolver).call(abi.encodeCall(resolver.acceptOwnership, ()));
            require(done == (_pending != address(0) && who == _pending), "somebody took the resolver");
            if (done) (_owner, _pending) = (who, address(0));
        }
        vm.prank(_owner);
        (bool gone, ) = address(resolver).call(abi.encodeCall(resolver.renounceOwnership, ()));
        require(!gone, "the resolver lost its owner");
        check();
    }

    /// @notice A gateway answers: it counts with a key of now, for this contract and question, within its time.
    function answer(uint256 seed, uint64 expires) external {
        uint256 key = 1 + (seed % 4);
        expires = uint64(bound(expires, block.timestamp - 100, block.timestamp + 100));
        bytes memory question = abi.encode(seed >> 32);
        bytes memory result = abi.encode(seed >> 64);
        uint256 twist = (seed >> 8) % 10;
        bytes32 hash = resolver.hashOf(
            twist == 0 ? address(_twin) : address(resolver),
            twist == 1 ? expires + 1 : expires,
            twist == 2 ? abi.encode(seed) : question,
            twist == 3 ? abi.encode(seed) : result
        );
        bytes memory response = abi.encode(result, expires, signatureOf(key, hash));
        (bool done, ) = address(resolver).call(abi.encodeCall(resolver.resolveWithProof, (response, question)));
        bool isRight = twist > 3 && _signs[_keys[key]] && expires >= block.timestamp;
        require(done == isRight, "a false answer counts, or a right one does not");
        if (done) ++accepted;
    }

    /// @notice Anybody changes names: only who owns them, or acts for the owner, does so.
    function register(uint256 seed) external {
        address who = _who(seed);
        bytes32 node = _nodes[(seed >> 8) % _nodes.length];
        bool may = who == _owners[node] || _operates[_owners[node]][who];
        address to = _who(seed >> 16);
        uint256 way = (seed >> 24) % 5;
        vm.prank(who);
        if (way == 0) {
            registry.setApprovalForAll(to, seed >> 32 & 1 == 1);
            _operates[who][to] = seed >> 32 & 1 == 1;
        } else if (way == 1) {
            (bool done, ) = address(registry).call(abi.encodeCall(registry.setOwner, (node, to)));
            require(done == may, "a name changed hands without its owner");
            if (done) _owners[node] = to;
        } else if (way == 2) {
            bytes32 label = bytes32((seed >> 40) % 4);
            (bool done, ) = address(registry).call(abi.encodeCall(registry.setSubnodeOwner, (node, label, to)));
            require(done == may, "a name was made below another's");
            if (done) _own(keccak256(abi.encodePacked(node, label)), to);
        } else if (way == 3) {
            (bool done, ) = address(registry).call(abi.encodeCall(registry.setResolver, (node, to)));
            require(done == may, "another resolver without the owner");
            if (done) _resolvers[node] = to;
        } else {
            (bool done, ) = address(registry).call(abi.encodeCall(registry.setRecord, (node, to, who, 7)));
            require(done == may, "a record changed without its owner");
            if (done) (_owners[node], _resolvers[node]) = (to, who);
        }
        check();
    }

    function check() public view {
        require(resolver.owner() == _owner, "the resolver's owner is another");
        for (uint256 key = 1; key < 5; ++key) {
            require(resolver.isSigner(_keys[key]) == _signs[_keys[key]], "the keys are others");
        }
        for (uint256 i = 0; i < _nodes.length; ++i) {
            bytes32 node = _nodes[i];
            require(registry.owner(node) == _owners[node], "a name's owner is another");
            require(registry.resolver(node) == _resolvers[node], "a name's resolver is another");
        }
    }

    function _own(bytes32 node, address owner) private {
        if (_owners[node] == address(0) && _nodes.length < 12) _nodes.push(node);
        _owners[node] = owner;
    }

    function _who(uint256 seed) private view returns (address) {
        return [ROOT, _owner, address(0xA), address(0xB), _pending == address(0) ? address(0xC) : _pending][seed % 5];
    }
}
