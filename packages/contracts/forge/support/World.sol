// SPDX-License-Identifier: MIT
pragma solidity ^0.8.35;

import {PackedUserOperation} from "@openzeppelin/contracts/interfaces/IERC4337.sol";
import {IERC7579Execution, Execution} from "@openzeppelin/contracts/interfaces/draft-IERC7579.sol";
import {Base64} from "@openzeppelin/contracts/utils/Base64.sol";
import {Adversary} from "../../solidity/Adversary.sol";
import {LatchkeyAccount} from "../../solidity/LatchkeyAccount.sol";
import {LatchkeyAccountFactory} from "../../solidity/LatchkeyAccountFactory.sol";
import {LatchkeySessions} from "../../solidity/LatchkeySessions.sol";
import {Vm} from "./Vm.sol";

interface IEntryPoint08 {
    function handleOps(PackedUserOperation[] calldata ops, address payable beneficiary) external;
    function getUserOpHash(PackedUserOperation calldata op) external view returns (bytes32);
    function getNonce(address sender, uint192 key) external view returns (uint256);
    function balanceOf(address account) external view returns (uint256);
    function depositTo(address account) external payable;
}

/// @title EntryPoint v0.8 at its own address, our contracts, and the actors
abstract contract World {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));
    IEntryPoint08 internal constant entryPoint = IEntryPoint08(0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108);
    /// @dev The order of P-256: of two signatures that say the same, contracts take the lower s.
    uint256 private constant ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551;

    bytes32 private constant ENTRY_POINT_SALT = 0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9;

    uint256 internal constant OWNER = 0xA11CE;
    uint256 internal constant STRANGER = 0xBAD;
    uint256 internal constant SESSION_KEY = 0x5E55;
    uint256 internal constant CO_SIGNER = 0xC0;
    uint256 internal constant PASSKEY = 0xFACE;
    uint256 internal constant OTHER_PASSKEY = 0xFACE2;
    bytes32 internal constant RP = sha256("wallet.example");
    address payable internal constant BENEFICIARY = payable(address(0xBEEF));
    uint256 internal constant START = 1_800_000_000;

    LatchkeySessions internal sessions;
    LatchkeyAccountFactory internal factory;
    Adversary internal adversary;

    function makeWorld() internal {
        vm.warp(START);
        _makeEntryPoint();
        sessions = LatchkeySessions(make("LatchkeySessions", ""));
        factory = LatchkeyAccountFactory(make("LatchkeyAccountFactory", abi.encode(sessions)));
        adversary = new Adversary();
    }

    /// @dev Makes one of our contracts from its artifact: what is tested is the very code that is deployed.
    function make(string memory name, bytes memory parameters) internal returns (address made) {
        string memory artifact = vm.readFile(string.concat("artifacts/", name, ".json"));
        bytes memory code = bytes.concat(vm.parseJsonBytes(artifact, ".bytecode"), parameters);
        assembly ("memory-safe") {
            made := create(0, add(code, 0x20), mload(code))
        }
        require(made != address(0), string.concat(name, " could not be made"));
    }

    /// @dev With the salt and by the deployer that make it on every chain.
    function _makeEntryPoint() private {
        address deployer = 0x4e59b44847b379578588920cA78FbF26c0B4956C;
        vm.etch(
            deployer,
            hex"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3"
        );
        bytes memory code = vm.parseJsonBytes(
            vm.readFile("lib/EntryPoint.json"),
            ".bytecode"
        );
        (bool made, ) = deployer.call(bytes.concat(ENTRY_POINT_SALT, code));
        require(made && address(entryPoint).code.length > 0, "EntryPoint v0.8 is not at its address");
    }

    function makeAccount(address owner) internal returns (LatchkeyAccount account) {
        account = LatchkeyAccount(payable(factory.createAccount(owner, 0, 0, 0, 0)));
        vm.deal(address(account), 1_000 ether);
    }

    function makeOperation(
        address sender,
        uint192 key,
        bytes memory callData
    ) internal view returns (PackedUserOperation memory op) {
        op.sender = sender;
        op.nonce = entryPoint.getNonce(sender, key);
        op.callData = callData;
        // Enough for a P-256 signature in Solidity. The price is zero: a test that counts gas sets one.
        op.accountGasLimits = bytes32((uint256(3_000_000) << 128) | 1_000_000);
        op.preVerificationGas = 50_000;
    }

    function executeCall(address target, uint256 value, bytes memory data) internal pure returns (bytes memory) {
        return abi.encodeCall(IERC7579Execution.execute, (bytes32(0), abi.encodePacked(target, value, data)));
    }

    function executeBatch(Execution[] memory calls) internal pure returns (bytes memory) {
        return abi.encodeCall(IERC7579Execution.execute, (bytes32(bytes1(0x01)), abi.encode(calls)));
    }

    function signatureOf(uint256 key, bytes32 digest) internal pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(key, digest);
        return abi.encodePacked(r, s, v);
    }

    /// @dev As a browser makes it for a relying party.
    function assertionOf(uint256 key, bytes32 digest, bytes32 rpIdHash, bytes1 flags) internal pure returns (bytes memory) {
        bytes memory data = abi.encodePacked(rpIdHash, flags, uint32(1));
        string memory client = string.concat(
            '{"type":"webauthn.get","challenge":"',
            Base64.encodeURL(abi.encodePacked(digest)),
            '","origin":"https://wallet.example"}'
        );
        (bytes32 r, bytes32 s) = vm.signP256(key, sha256(abi.encodePacked(data, sha256(bytes(client)))));
        if (uint256(s) > ORDER / 2) s = bytes32(ORDER - uint256(s));
        return abi.encode(r, s, uint256(23), uint256(1), data, client);
    }

    /// @dev Whether the EntryPoint took the operation. Whether its calls went through is another question.
    function send(PackedUserOperation memory op) internal returns (bool) {
        PackedUserOperation[] memory ops = new PackedUserOperation[](1);
        ops[0] = op;
        vm.prank(BENEFICIARY, BENEFICIARY);
        try entryPoint.handleOps(ops, BENEFICIARY) {
            return true;
        } catch {
            return false;
        }
    }

    /// @dev The hash that the same operation would have on another chain.
    function hashElsewhere(PackedUserOperation memory op) internal returns (bytes32 hash) {
        uint256 here = block.chainid;
        vm.chainId(here + 1);
        hash = entryPoint.getUserOpHash(op);
        vm.chainId(here);
    }

    function bound(uint256 value, uint256 low, uint256 high) internal pure returns (uint256) {
        return low + (value % (high - low + 1));
    }
}
